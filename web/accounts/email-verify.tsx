import { useEffect, useRef } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { keepOnLogout } from '../cart/cart.ts'
import { keepChoiceOnLogout } from '../cart/checkout-choice.ts'
import { api } from '../client/api.ts'
import { refreshSession, signOut, tellOtherTabs, useSession } from '../client/session.ts'
import { useSubmit } from '../client/use-submit.ts'
import { m } from '../messages/messages.ts'
import { AccountFrame } from '../page/account-frame.tsx'
import { personalMeta } from '../page/personal-meta.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { toast } from '../ui/toast.ts'
import { CodeBoxes } from './code-boxes.tsx'
import { CodeDelay } from './code-delay.tsx'
import { verifyCode } from './code-sent.ts'
import { useNextPath, withNext } from './next-path.ts'
import { Resend } from './resend.tsx'
import { useCodeEntry } from './use-code-entry.ts'

export const meta: MetaFunction = (page) => personalMeta(m.account_verify_title(), '/email-verify', page)

export default function EmailVerifyScreen() {
  const { status, user } = useSession()
  const navigate = useNavigate()
  const next = useNextPath()
  const form = useSubmit()
  const resend = useSubmit()
  const sent = verifyCode.use()

  const leaving = useRef(false)

  const isVerified = user?.isAccountVerified
  useEffect(() => {
    if (leaving.current) return
    if (status !== 'unknown' && !user) navigate('/', { replace: true })
    else if (isVerified) navigate(next, { replace: true })
  }, [status, user, isVerified, next, navigate])

  async function verify(otp: string) {
    resend.clear()
    try {
      const reply = await api.user.verifyAccount({ otp })
      // Verified by a call whose reply was lost, or in another window.
      return !reply.success && reply.code === 'already_verified' ? { ...reply, success: true as const } : reply
    } catch (lost) {
      const { user } = await refreshSession({ fresh: true })
      if (!user?.isAccountVerified) throw lost
      return { success: true as const, message: m.account_verified() }
    }
  }

  const entry = useCodeEntry(form, verify, async (message) => {
    toast.success(message)
    tellOtherTabs()
    await refreshSession({ fresh: true })
  })

  async function sendAnother() {
    form.clear()
    const reply = await resend.send(() => api.user.sendVerifyOtp())
    if (!reply) return
    verifyCode.noteSent(reply)
    entry.restart()
    if (!reply.mailDelayed) toast.success(reply.message)
  }

  /**
   * Leads back to registering, with the typed text, the cart and its choices: a mistyped address can’t be verified.
   */
  async function registerAnew(account: { name: string; email: string }) {
    resend.clear()
    leaving.current = true
    keepOnLogout(true)
    keepChoiceOnLogout(true)
    const reply = await form.send(() => signOut())
    if (reply) {
      verifyCode.forget()
      return navigate(withNext('/register', next), { replace: true, state: account })
    }
    leaving.current = false
    keepOnLogout(false)
    keepChoiceOnLogout(false)
  }

  if (!user || isVerified) return <AccountFrame title={m.account_verify_title()} waiting />
  return (
    <AccountFrame
      title={m.account_verify_title()}
      text={sent?.delay ? m.account_code_awaited() : m.account_verify_text()}
    >
      <p className="-mt-3 mb-5 break-words font-medium">{user.email}</p>
      <form method="post" onSubmit={entry.submit} noValidate className="grid gap-5">
        <CodeDelay>{sent?.delay}</CodeDelay>
        <CodeBoxes {...entry.boxes} />
        <FormMessage triesLeft={form.triesLeft}>
          {form.fields.otp ? undefined : (form.message ?? resend.message)}
        </FormMessage>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
          {m.account_verify()}
        </Button>
        <div className="grid justify-items-center gap-1">
          <Resend sentAt={sent?.at ?? 0} pending={resend.pending} onResend={sendAnother} />
          <button
            type="button"
            onClick={() => registerAnew({ name: user.name, email: user.email })}
            className="min-h-11 font-medium text-leaf hover:underline"
          >
            {m.account_wrong_address()}
          </button>
        </div>
      </form>
    </AccountFrame>
  )
}
