import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { limits } from '../../contract/values/limits.ts'
import { tabStorage } from '../client/browser-storage.ts'
import { m } from '../messages/messages.ts'
import { AccountFrame } from '../page/account-frame.tsx'
import { shopNow } from '../shop-clock.ts'
import { toast } from '../ui/toast.ts'
import { type CodeReply, type SentCode, sentCode } from './code-sent.ts'
import { emailOfState } from './credential-fields.tsx'
import { CodeForm, EmailForm, NewPasswordForm, type ResetCalls } from './reset-forms.tsx'

/** `credential` is the code, or the token of the link in its mail. */
type Step =
  | { kind: 'email' }
  | { kind: 'code'; sent: SentCode; again?: boolean }
  | { kind: 'password'; credential: string }

const steps = ['email', 'code', 'password'] as const

/** Returns the instruction of a step after the first. It says that a code was sent only if mail isn't delayed. */
function instructionOf(step: Exclude<Step, { kind: 'email' }>): string {
  if (step.kind === 'password') return m.account_reset_password_text()
  if (step.sent.delay) return m.account_code_awaited()
  return step.again ? m.account_reset_code_again() : m.account_reset_code_text()
}

type ResetStepsProps = {
  calls: ResetCalls
  /** The storage key of the tab's progress, without the code. */
  storageKey: string
  waiting: boolean
  /** The instruction of the first step. */
  emailText?: string
  /** Fixes the address to the caller's own. */
  ownEmail?: string
  /** Called with the address, which the login begins with. */
  onReset: (email: string) => void
}

/**
 * A new password in three steps: the email address, the mailed code, the password. The link in the mail opens the last
 * step. A reload keeps the step, but the code, which is never stored, has to be entered again.
 */
export function ResetSteps({ calls, storageKey, waiting, emailText, ownEmail, onReset }: ResetStepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'email' })
  const [enteredEmail, setEnteredEmail] = useState('')
  const [ready, setReady] = useState(false)
  const { state } = useLocation()
  const text = useRef<HTMLParagraphElement>(null)
  const email = step.kind !== 'email' && enteredEmail ? enteredEmail : (ownEmail ?? enteredEmail)

  useEffect(() => {
    const begun = linkOf(window.location.hash) ?? keptIn(storageKey)
    if (begun) {
      setEnteredEmail(begun.email)
      setStep(begun.step)
    } else setEnteredEmail(emailOfState(state))
    setReady(true)
  }, [storageKey, state])

  // The last step begins at its own instruction, for the eye and for a screen reader; the one before in its boxes.
  useEffect(() => {
    if (step.kind === 'password') text.current?.focus()
  }, [step.kind])

  function codeSent(reply: CodeReply) {
    // That mail is delayed stays on the screen.
    if (!reply.mailDelayed) toast.success(reply.message)
    const sent = sentCode(reply)
    setEnteredEmail(email)
    setStep({ kind: 'code', sent })
    keep(storageKey, { email, sent })
  }

  function startAgain() {
    keep(storageKey, undefined)
    setStep({ kind: 'email' })
  }

  return (
    <AccountFrame
      title={m.account_reset_title()}
      text={
        <>
          <span className="mb-1 block font-medium text-leaf text-sm">
            {m.account_step({ step: steps.indexOf(step.kind) + 1, steps: steps.length })}
          </span>
          <span ref={text} tabIndex={-1} className="outline-none">
            {step.kind === 'email' ? (emailText ?? m.account_reset_email_text()) : instructionOf(step)}
          </span>
        </>
      }
      waiting={waiting || !ready}
    >
      {step.kind === 'email' && (
        <EmailForm
          calls={calls}
          email={email}
          fixed={ownEmail !== undefined}
          onType={setEnteredEmail}
          onSent={codeSent}
        />
      )}
      {step.kind === 'code' && (
        <CodeForm
          calls={calls}
          email={email}
          sent={step.sent}
          onSent={codeSent}
          onRight={(credential) => setStep({ kind: 'password', credential })}
          onOtherEmail={ownEmail === undefined ? startAgain : undefined}
        />
      )}
      {step.kind === 'password' && (
        <NewPasswordForm
          calls={calls}
          email={email}
          credential={step.credential}
          onSet={() => {
            keep(storageKey, undefined)
            onReset(email)
          }}
          onStartAgain={startAgain}
        />
      )}
    </AccountFrame>
  )
}

/** Returns the email address and the token of a mail's link, which are after the #. */
function linkOf(hash: string): { email: string; step: Step } | undefined {
  const parts = new URLSearchParams(hash.slice(1))
  const email = parts.get('email')
  const credential = parts.get('link')
  return email && credential ? { email, step: { kind: 'password', credential } } : undefined
}

/** Returns the stored step of this tab, unless its code has expired. */
function keptIn(key: string): { email: string; step: Step } | undefined {
  const { email, sent } = (tabStorage.readJson(key) ?? {}) as Partial<Begun>
  if (!email || !sent || shopNow() - sent.at > limits.codeMinutes * 60_000) return undefined
  return { email, step: { kind: 'code', sent, again: true } }
}

type Begun = { email: string; sent: SentCode }

function keep(key: string, begun: Begun | undefined): void {
  tabStorage.write(key, begun ? JSON.stringify(begun) : null)
}
