import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { api } from '../client/api.ts'
import { type Submit, useSubmit } from '../client/use-submit.ts'
import { m } from '../messages/messages.ts'
import { AccountFrame } from '../page/account-frame.tsx'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import { CodeDelay } from './code-delay.tsx'
import { type CodeReply, type SentCode, sentCode } from './code-sent.ts'
import { Resend } from './resend.tsx'
import { setPassword as setPasswordOf } from './set-password.ts'
import { useCodeEntry } from './use-code-entry.ts'

/** `proof` is the code, or what the link of its mail carries. */
type Step = { at: 'email' } | { at: 'code'; sent: SentCode; again?: boolean } | { at: 'password'; proof: string }

const steps = ['email', 'code', 'password'] as const

/** What the step asks for; of a code it says only that it was sent where that is so. */
function instructionOf(step: Step): string {
  if (step.at === 'email') return m.account_reset_email_text()
  if (step.at === 'password') return m.account_reset_password_text()
  if (step.sent.delay) return m.account_code_awaited()
  return step.again ? m.account_reset_code_again() : m.account_reset_code_text()
}

type ResetStepsProps = {
  calls: Pick<typeof api.seller, 'sendResetOtp' | 'verifyResetOtp' | 'resetPassword' | 'login'>
  /** Where the tab keeps how far it got, without the code. */
  storageKey: string
  waiting: boolean
  /** Fixes the address to the caller's own. */
  ownEmail?: string | undefined
  onReset: () => void
}

/**
 * A new password in three steps: the address, the code that is mailed to it, the password. The link in the mail leads to
 * the last one. A reload keeps the step, except that the code, which is kept nowhere, has to be entered again.
 */
export function ResetSteps({ calls, storageKey, waiting, ownEmail, onReset }: ResetStepsProps) {
  const form = useSubmit()
  const resend = useSubmit()
  const [step, setStep] = useState<Step>({ at: 'email' })
  const [typedEmail, setTypedEmail] = useState('')
  const [ready, setReady] = useState(false)
  /** The password of a call whose answer hasn't come. */
  const unanswered = useRef<string>(undefined)
  const text = useRef<HTMLParagraphElement>(null)
  const email = step.at !== 'email' && typedEmail ? typedEmail : (ownEmail ?? typedEmail)

  useEffect(() => {
    const begun = linkOf(window.location.hash) ?? keptIn(storageKey)
    if (begun) {
      setTypedEmail(begun.email)
      setStep(begun.step)
    }
    setReady(true)
  }, [storageKey])

  // The last step begins at its own instruction, for the eye and for a screen reader; the one before in its boxes.
  useEffect(() => {
    if (step.at === 'password') text.current?.focus()
  }, [step.at])

  const entry = useCodeEntry(
    form,
    (otp) => {
      resend.clear()
      return calls.verifyResetOtp({ email, otp })
    },
    (message, proof) => {
      toast.success(message)
      setStep({ at: 'password', proof })
    },
  )

  function codeSent(reply: CodeReply) {
    // That mail is delayed stays on the screen.
    if (!reply.mailDelayed) toast.success(reply.message)
    form.clear()
    entry.restart()
    const sent = sentCode(reply)
    setTypedEmail(email)
    setStep({ at: 'code', sent })
    keep(storageKey, { email, sent })
  }

  async function sendCode(event: FormEvent<HTMLFormElement>) {
    const reply = await form.sendTyped(event, () => calls.sendResetOtp({ email }))
    if (reply) codeSent(reply)
  }

  async function sendAnother() {
    form.clear()
    const reply = await resend.send(() => calls.sendResetOtp({ email }))
    if (reply) codeSent(reply)
  }

  async function setPassword(event: FormEvent<HTMLFormElement>) {
    if (step.at !== 'password') return
    const { proof } = step
    const reply = await form.sendTyped(event, async (typed) => {
      const newPassword = typed('newPassword')
      const lostBefore = unanswered.current === newPassword
      unanswered.current = newPassword
      const { reply, found } = await setPasswordOf(calls, { email, otp: proof, newPassword }, lostBefore)
      unanswered.current = undefined
      return found && reply.success ? { ...reply, message: m.account_password_changed() } : reply
    })
    if (!reply) return
    toast.success(reply.message)
    keep(storageKey, undefined)
    onReset()
  }

  function startAgain() {
    keep(storageKey, undefined)
    form.clear()
    setStep({ at: 'email' })
  }

  return (
    <AccountFrame
      title={m.account_reset_title()}
      text={
        <>
          <span className="mb-1 block font-medium text-leaf text-sm">
            {m.account_step({ step: steps.indexOf(step.at) + 1, steps: steps.length })}
          </span>
          <span ref={text} tabIndex={-1} className="outline-none">
            {instructionOf(step)}
          </span>
        </>
      }
      waiting={waiting || !ready}
    >
      {step.at === 'email' && (
        <StepForm form={form} submit={m.account_submit_email()} onSubmit={sendCode}>
          <TextField
            key={ownEmail ? 'fixed' : 'free'}
            name="email"
            type="email"
            label={m.account_email()}
            autoComplete="username"
            value={email}
            readOnly={ownEmail !== undefined}
            hint={ownEmail ? m.account_reset_email_fixed() : undefined}
            fault={form.fields.email}
            onChange={(event) => {
              setTypedEmail(event.currentTarget.value)
              form.clear()
            }}
            required
          />
        </StepForm>
      )}
      {step.at === 'code' && (
        <StepForm
          form={form}
          message={resend.message}
          submit={m.account_submit_code()}
          onSubmit={(event) => {
            event.preventDefault()
            void entry.submit(entry.code)
          }}
          after={
            <>
              <Resend sentAt={step.sent.at} pending={resend.pending} onResend={sendAnother} />
              {!ownEmail && (
                <button
                  type="button"
                  onClick={startAgain}
                  className="min-h-11 justify-self-center font-medium text-leaf hover:underline"
                >
                  {m.account_reset_other_email()}
                </button>
              )}
            </>
          }
        >
          <p className="-mt-3 break-words font-medium">{email}</p>
          <CodeDelay>{step.sent.delay}</CodeDelay>
          <CodeBoxes {...entry.boxes} />
        </StepForm>
      )}
      {step.at === 'password' && (
        <StepForm
          form={form}
          submit={m.account_submit_password()}
          onSubmit={setPassword}
          after={
            // The code may have run out while a password was thought of.
            form.message && (
              <button
                type="button"
                onClick={startAgain}
                className="min-h-11 justify-self-center font-medium text-leaf hover:underline"
              >
                {m.account_resend()}
              </button>
            )
          }
        >
          {/* Tells a password manager whose new password this is. */}
          <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
          <PasswordField
            name="newPassword"
            label={m.account_new_password()}
            autoComplete="new-password"
            hint={form.fields.newPassword ? undefined : m.account_password_hint({ min: limits.passwordMin })}
            fault={form.fields.newPassword}
            onInput={() => form.clear()}
            required
          />
        </StepForm>
      )}
    </AccountFrame>
  )
}

type StepFormProps = {
  form: Submit
  /** Why something beside the form was refused. */
  message?: string | undefined
  submit: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
  after?: ReactNode
}

function StepForm({ form, message, submit, onSubmit, children, after }: StepFormProps) {
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-5">
      {children}
      <FormMessage triesLeft={form.triesLeft}>
        {Object.keys(form.fields).length > 0 ? undefined : (form.message ?? message)}
      </FormMessage>
      <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
        {submit}
      </Button>
      {after}
    </form>
  )
}

/** The address and the secret of a mail's link, which stand behind the #. */
function linkOf(hash: string): { email: string; step: Step } | undefined {
  const parts = new URLSearchParams(hash.slice(1))
  const [email, proof] = [parts.get('email'), parts.get('link')]
  return email && proof ? { email, step: { at: 'password', proof } } : undefined
}

/** How far this tab got before it was loaded anew: codes are old after their minutes. */
function keptIn(key: string): { email: string; step: Step } | undefined {
  try {
    const { email, sent } = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Begun
    if (Date.now() - sent.at > limits.codeMinutes * 60_000) return undefined
    return { email, step: { at: 'code', sent, again: true } }
  } catch {
    return undefined
  }
}

type Begun = { email: string; sent: SentCode }

function keep(key: string, begun: Begun | undefined): void {
  try {
    if (begun) sessionStorage.setItem(key, JSON.stringify(begun))
    else sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing forgets the step at a reload.
  }
}
