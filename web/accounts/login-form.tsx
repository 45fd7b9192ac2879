import type { FormEvent, RefObject } from 'react'
import { Link } from 'react-router'
import { api } from '../client/api.ts'
import { signedIn } from '../client/session.ts'
import { useSubmit } from '../client/use-submit.ts'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { toast } from '../ui/toast.ts'
import { CredentialFields } from './credential-fields.tsx'
import { withNext } from './next-path.ts'

type LoginFormProps = {
  /** Where the shopper goes on to, also by way of signing up. */
  next: string
  /** Called when the shopper is signed in and known. */
  onSignedIn: () => void
  /** Called when a link leads away from the form. */
  onLeave?: () => void
  emailRef?: RefObject<HTMLInputElement | null>
}

/** The login form of the screen and of the dialog, with links to register and to reset the password. */
export function LoginForm({ next, onSignedIn, onLeave, emailRef }: LoginFormProps) {
  const form = useSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    const reply = await form.submit(event, async (value) => {
      const reply = await api.user.login({ email: value('email'), password: value('password') })
      if (reply.success) await signedIn()
      return reply
    })
    if (!reply) return
    toast.success(reply.message)
    onSignedIn()
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      <CredentialFields
        form={form}
        emailRef={emailRef}
        forgot={{ to: withNext('/reset-password', next), replace: onLeave !== undefined, onClick: onLeave }}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
        {m.account_login()}
      </Button>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-muted">
        {m.account_no_account()}
        <Link
          to={withNext('/register', next)}
          replace={onLeave !== undefined}
          onClick={onLeave}
          className="inline-flex min-h-11 items-center font-medium text-leaf hover:underline"
        >
          {m.account_sign_up()}
        </Link>
      </p>
    </form>
  )
}
