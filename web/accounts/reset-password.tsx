import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { limits } from '../../contract/limits.ts'
import { fieldFaultWords } from '../../contract/refusals.ts'
import { getLocale, m } from '../messages/messages.ts'
import { api } from '../session/api.ts'
import { refreshSession, tellOtherTabs, useSession } from '../session/session.ts'
import { type Submit, useSubmit } from '../session/use-submit.ts'
import { personalMeta } from '../shell/personal-meta.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { AccountFrame } from './account-frame.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import { FormMessage } from './form-message.tsx'
import { Resend } from './resend.tsx'

type Step = { at: 'email' } | { at: 'code'; sentAt: number } | { at: 'password' }

const steps = ['email', 'code', 'password'] as const

export const meta: MetaFunction = (page) => personalMeta(m.account_reset_title(), '/reset-password', page)

export default function ResetPasswordScreen() {
  const { status, user } = useSession()
  const navigate = useNavigate()
  const form = useSubmit()
  const resend = useSubmit()
  const [step, setStep] = useState<Step>({ at: 'email' })
  const [typedEmail, setTypedEmail] = useState('')
  const [code, setCode] = useState('')
  const text = useRef<HTMLParagraphElement>(null)
  const email = user?.email ?? typedEmail

  // The next step begins at its own instruction, for the eye and for a screen reader.
  const moved = useRef(false)
  useEffect(() => {
    if (step.at !== 'email') moved.current = true
    if (moved.current) text.current?.focus()
  }, [step.at])

  async function sendCode(event: FormEvent<HTMLFormElement>) {
    const reply = await form.sendTyped(event, () => api.user.sendResetOtp({ email }))
    if (!reply) return
    toast.success(reply.message)
    setCode('')
    setStep({ at: 'code', sentAt: Date.now() })
  }

  async function sendAnother() {
    const reply = await resend.send(() => api.user.sendResetOtp({ email }))
    if (!reply) return
    toast.success(reply.message)
    setCode('')
    setStep({ at: 'code', sentAt: Date.now() })
  }

  async function checkCode(otp: string) {
    if (otp.length < limits.codeDigits) return form.show({ otp: fieldFaultWords('code', getLocale()) })
    const reply = await form.send(() => api.user.verifyResetOtp({ email, otp }))
    if (!reply) return
    toast.success(reply.message)
    setStep({ at: 'password' })
  }

  async function setPassword(event: FormEvent<HTMLFormElement>) {
    const reply = await form.sendTyped(event, (typed) =>
      api.user.resetPassword({ email, otp: code, newPassword: typed('newPassword') }),
    )
    if (!reply) return
    toast.success(reply.message)
    // Every session of the account has ended with it.
    tellOtherTabs()
    await refreshSession({ fresh: true })
    navigate('/login')
  }

  const instruction = {
    email: m.account_reset_email_text(),
    code: m.account_reset_code_text(),
    password: m.account_reset_password_text(),
  }[step.at]

  return (
    <AccountFrame
      title={m.account_reset_title()}
      text={
        <>
          <span className="mb-1 block font-medium text-leaf text-sm">
            {m.account_step({ step: steps.indexOf(step.at) + 1, steps: steps.length })}
          </span>
          <span ref={text} tabIndex={-1} className="outline-none">
            {instruction}
          </span>
        </>
      }
      waiting={status === 'unknown'}
    >
      {step.at === 'email' && (
        <StepForm form={form} onSubmit={sendCode}>
          <TextField
            // A signed-in shopper resets the own account's password and no other.
            key={user ? 'fixed' : 'free'}
            name="email"
            type="email"
            label={m.account_email()}
            autoComplete="username"
            value={email}
            readOnly={user !== null}
            hint={user ? m.account_reset_email_fixed() : undefined}
            fault={form.fields.email}
            onChange={(event) => {
              setTypedEmail(event.currentTarget.value)
              form.clearField('email')
            }}
            required
          />
        </StepForm>
      )}
      {step.at === 'code' && (
        <StepForm
          form={form}
          onSubmit={(event) => {
            event.preventDefault()
            void checkCode(code)
          }}
          after={
            <>
              <Resend sentAt={step.sentAt} pending={resend.pending} onResend={sendAnother} />
              {!user && (
                <button
                  type="button"
                  onClick={() => setStep({ at: 'email' })}
                  className="min-h-11 justify-self-center font-medium text-leaf hover:underline"
                >
                  {m.account_reset_other_email()}
                </button>
              )}
            </>
          }
        >
          <p className="-mt-3 break-words font-medium">{email}</p>
          <CodeBoxes value={code} onChange={setCode} fault={form.fields.otp} />
        </StepForm>
      )}
      {step.at === 'password' && (
        <StepForm
          form={form}
          onSubmit={setPassword}
          after={
            // The code may have run out while a password was thought of.
            form.message && (
              <button
                type="button"
                onClick={() => setStep({ at: 'email' })}
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
            onInput={() => form.clearField('newPassword')}
            required
          />
        </StepForm>
      )}
    </AccountFrame>
  )
}

type StepFormProps = {
  form: Submit
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
  after?: ReactNode
}

function StepForm({ form, onSubmit, children, after }: StepFormProps) {
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-5">
      {children}
      <FormMessage triesLeft={form.triesLeft}>
        {Object.keys(form.fields).length > 0 ? undefined : form.message}
      </FormMessage>
      <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
        {m.account_submit()}
      </Button>
      {after}
    </form>
  )
}
