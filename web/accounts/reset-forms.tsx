import { type FormEvent, type ReactNode, useRef } from 'react'
import type { Client } from '../../contract/client.ts'
import type { sellerCallPaths } from '../../contract/paths/seller-call-paths.ts'
import { limits } from '../../contract/values/limits.ts'
import type { Submit } from '../client/make-submit.ts'
import { useSubmit } from '../client/use-submit.ts'
import { m } from '../messages/messages.ts'
import { LanguageGuard } from '../page/language-guard.tsx'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { CodeBoxes } from './code-boxes.tsx'
import { CodeDelay } from './code-delay.tsx'
import type { CodeReply, SentCode } from './code-sent.ts'
import { Resend } from './resend.tsx'
import { setPassword } from './set-password.ts'
import { useCodeEntry } from './use-code-entry.ts'

/** A shopper's or a seller's calls for a new password. */
export type ResetCalls = Pick<
  Client<typeof sellerCallPaths>['seller'],
  'sendResetOtp' | 'verifyResetOtp' | 'resetPassword' | 'login'
>

type EmailFormProps = {
  calls: ResetCalls
  email: string
  /** It is the caller's own, and no other can be typed. */
  fixed: boolean
  onType: (email: string) => void
  onSent: (reply: CodeReply) => void
}

/** Step 1: the address that a code is mailed to. */
export function EmailForm({ calls, email, fixed, onType, onSent }: EmailFormProps) {
  const form = useSubmit()

  async function send(event: FormEvent<HTMLFormElement>) {
    const reply = await form.submit(event, () => calls.sendResetOtp({ email }))
    if (reply) onSent(reply)
  }

  return (
    <StepForm form={form} submit={m.account_submit_email()} onSubmit={send}>
      <TextField
        key={fixed ? 'fixed' : 'free'}
        name="email"
        type="email"
        label={m.account_email()}
        autoComplete="username"
        value={email}
        readOnly={fixed}
        hint={fixed ? m.account_reset_email_fixed() : undefined}
        error={form.fields.email}
        onChange={(event) => {
          onType(event.currentTarget.value)
          form.clear()
        }}
        required
      />
    </StepForm>
  )
}

type CodeFormProps = {
  calls: ResetCalls
  email: string
  sent: SentCode
  /** Another code was asked for. */
  onSent: (reply: CodeReply) => void
  onRight: (code: string) => void
  /** Undefined where the address can't be another. */
  onOtherEmail: (() => void) | undefined
}

/** Step 2: the code of the mail. */
export function CodeForm({ calls, email, sent, onSent, onRight, onOtherEmail }: CodeFormProps) {
  const form = useSubmit()
  const resend = useSubmit()

  const entry = useCodeEntry(
    form,
    (otp) => {
      resend.clear()
      return calls.verifyResetOtp({ email, otp })
    },
    (message, code) => {
      toast.success(message)
      onRight(code)
    },
  )

  async function sendAnother() {
    form.clear()
    const reply = await resend.send(() => calls.sendResetOtp({ email }))
    if (!reply) return
    entry.restart()
    onSent(reply)
  }

  return (
    <StepForm
      form={form}
      message={resend.message}
      submit={m.account_submit_code()}
      onSubmit={entry.submit}
      after={
        <>
          <Resend sentAt={sent.at} pending={resend.pending} onResend={sendAnother} />
          {onOtherEmail && <QuietButton onClick={onOtherEmail}>{m.account_reset_other_email()}</QuietButton>}
        </>
      }
    >
      <p className="-mt-3 break-words font-medium">{email}</p>
      <CodeDelay>{sent.delay}</CodeDelay>
      <CodeBoxes {...entry.boxes} />
    </StepForm>
  )
}

type NewPasswordFormProps = {
  calls: ResetCalls
  email: string
  /** The code, or the token of the link in its mail. */
  credential: string
  onSet: () => void
  onStartAgain: () => void
}

/** Step 3: the new password. */
export function NewPasswordForm({ calls, email, credential, onSet, onStartAgain }: NewPasswordFormProps) {
  const form = useSubmit()
  const password = useRef<HTMLInputElement>(null)
  /** The password of a call without a reply. */
  const unanswered = useRef<string>(undefined)

  async function save(event: FormEvent<HTMLFormElement>) {
    const reply = await form.submit(event, async (value) => {
      const newPassword = value('newPassword')
      const lostBefore = unanswered.current === newPassword
      unanswered.current = newPassword
      const { reply, found } = await setPassword(calls, { email, otp: credential, newPassword }, lostBefore)
      unanswered.current = undefined
      return found && reply.success ? { ...reply, message: m.account_password_changed() } : reply
    })
    if (!reply) return
    toast.success(reply.message)
    onSet()
  }

  return (
    <StepForm
      form={form}
      submit={m.account_submit_password()}
      onSubmit={save}
      // The code may have expired while the user thought of a password.
      after={form.message && <QuietButton onClick={onStartAgain}>{m.account_resend()}</QuietButton>}
    >
      {/* Tells a password manager whose new password this is. */}
      <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
      <LanguageGuard isUnsaved={() => !!password.current?.value} />
      <PasswordField
        ref={password}
        name="newPassword"
        label={m.account_new_password()}
        autoComplete="new-password"
        minLength={limits.passwordMin}
        hint={form.fields.newPassword ? undefined : m.account_password_hint({ min: limits.passwordMin })}
        error={form.fields.newPassword}
        onInput={() => form.clear()}
        required
      />
    </StepForm>
  )
}

type StepFormProps = {
  form: Submit
  /** The message about a refusal that belongs to no field of the form. */
  message?: string
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

function QuietButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 justify-self-center font-medium text-leaf hover:underline"
    >
      {children}
    </button>
  )
}
