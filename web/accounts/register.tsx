import { type FormEvent, useEffect, useRef } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate } from 'react-router'
import { api } from '../client/api.ts'
import { signedIn, useSession } from '../client/session.ts'
import { useSubmit } from '../client/use-submit.ts'
import { m } from '../messages/messages.ts'
import { AccountFrame } from '../page/account-frame.tsx'
import { personalMeta } from '../page/personal-meta.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { type CodeReply, verifyCode } from './code-sent.ts'
import { CredentialFields } from './credential-fields.tsx'
import { useNextPath, withNext } from './next-path.ts'
import { openAccount, unansweredHere } from './open-account.ts'
import { dropRegisterDraft, keepRegisterDraft, restoreRegisterDraft } from './register-draft.ts'

export const meta: MetaFunction = (page) => personalMeta(m.account_register_title(), '/register', page)

export default function RegisterScreen() {
  const { user } = useSession()
  const navigate = useNavigate()
  const next = useNextPath()
  const form = useSubmit()
  const registered = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!element.current) return
    restoreRegisterDraft(element.current)
    // The form may have text that was typed before the scripts had arrived.
    keepRegisterDraft(element.current)
  }, [])
  // The name and the address of an account whose address was mistyped, to be corrected here.
  const again: { name: string; email: string } | undefined = againOf(useLocation().state)
  const isAgain = again !== undefined
  // A shopper who is ordering verifies the email address next; the code was mailed already.
  const isOrdering = next.startsWith('/cart')

  useEffect(() => {
    if (!user) return
    const verifiesNext = registered.current && isOrdering && !user.isAccountVerified
    navigate(verifiesNext ? withNext('/email-verify', next) : next, { replace: true })
  }, [user, next, isOrdering, navigate])

  async function submit(event: FormEvent<HTMLFormElement>) {
    const reply = await form.submit(event, async (value) => {
      const input = { name: value('name'), email: value('email'), password: value('password') }
      const { reply, found } = await openAccount(api.user, input, unansweredHere)
      if (!reply.success) return reply
      registered.current = true
      dropRegisterDraft()
      verifyCode.noteSent(reply)
      await signedIn()
      return found ? { ...reply, message: m.account_ready() } : reply
    })
    if (!reply) return
    const { message, mailDelayed }: CodeReply = reply
    // The screen for the code, the next one of shoppers who are ordering, shows it permanently. Others stay where they
    // were, or at home.
    const action = { label: m.account_enter_code(), onClick: () => navigate(withNext('/email-verify', next)) }
    if (!mailDelayed) toast.success(message, isOrdering ? {} : { action })
    else if (!isOrdering) toast.note(message)
  }

  return (
    <AccountFrame title={m.account_register_title()} text={isAgain && m.account_register_again()}>
      <form
        ref={element}
        method="post"
        onSubmit={submit}
        onInput={(event) => keepRegisterDraft(event.currentTarget)}
        noValidate
        className="grid gap-5"
      >
        <TextField
          name="name"
          label={m.account_name()}
          autoComplete="name"
          defaultValue={again?.name}
          error={form.fields.name}
          onInput={() => form.clear('name')}
          required
        />
        <CredentialFields form={form} isNew email={again?.email} forgot={{ to: withNext('/reset-password', next) }} />
        <FormMessage>{Object.keys(form.fields).length > 0 ? undefined : form.message}</FormMessage>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
          {m.account_register()}
        </Button>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-muted">
          {m.account_have_account()}
          <Link
            to={withNext('/login', next)}
            className="inline-flex min-h-11 items-center font-medium text-leaf hover:underline"
          >
            {m.account_sign_in()}
          </Link>
        </p>
      </form>
    </AccountFrame>
  )
}

/** Returns the name and the address that the screen for the code passes back; undefined for any other state. */
function againOf(state: unknown): { name: string; email: string } | undefined {
  const { name, email } = (state ?? {}) as Record<string, unknown>
  return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined
}
