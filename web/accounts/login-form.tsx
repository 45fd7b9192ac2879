import type { FormEvent, RefObject } from 'react'
import { Link } from 'react-router'
import { api } from '../client/api.ts'
import { signedIn } from '../client/session.ts'
import { useSubmit } from '../client/use-submit.ts'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
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

/** E-mail, password and the ways to those who have none; the same on its screen and in the window. */
export function LoginForm({ next, onSignedIn, onLeave, emailRef }: LoginFormProps) {
  const form = useSubmit()

  async function submit(event: FormEvent<HTMLFormElement>) {
    const reply = await form.sendTyped(event, async (typed) => {
      const answer = await api.user.login({ email: typed('email'), password: typed('password') })
      if (answer.success) await signedIn()
      return answer
    })
    if (!reply) return
    toast.success(reply.message)
    onSignedIn()
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      <TextField
        ref={emailRef}
        name="email"
        type="email"
        label={m.account_email()}
        autoComplete="username"
        fault={form.fields.email}
        onInput={() => form.clear('email')}
        required
      />
      <div className="grid gap-1">
        <PasswordField
          name="password"
          label={m.account_password()}
          autoComplete="current-password"
          fault={form.fields.password}
          onInput={() => form.clear('password')}
          required
        />
        <Link
          to={withNext('/reset-password', next)}
          replace={onLeave !== undefined}
          onClick={onLeave}
          className="inline-flex min-h-11 items-center justify-self-start font-medium text-leaf hover:underline"
        >
          {m.account_forgot()}
        </Link>
      </div>
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
