import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Slip } from '../../../contract/entities/payment.ts'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { LanguageGuard } from '../../page/language-guard.tsx'
import { Button, type ButtonVariant, buttonClasses } from '../../ui/button.tsx'
import { CircleAlert } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { copyInMemory, slipPictureError, slipTypes } from './slip-picture.ts'
import { remedyOf, type SlipSender, type SlipSending } from './slip-sending.ts'

type SlipFormProps = {
  sender: SlipSender
  /** The slip that the shop has. */
  slip: Slip | null
}

/** Chooses and sends the picture of a slip. The picture stays until the shop has it. */
export function SlipForm({ sender, slip }: SlipFormProps) {
  const state = sender.state.use()
  const [problem, setProblem] = useState<string>()
  const outcome = useRef<HTMLDivElement>(null)
  // The button that was pressed may be gone.
  const { status } = state
  useEffect(() => {
    if (status !== 'empty' && document.activeElement === document.body) outcome.current?.focus({ preventScroll: true })
  }, [status])

  async function choose(file: File) {
    const error = slipPictureError(file)
    if (error) return setProblem(refusalMessage(error, getLocale()))
    setProblem(undefined)
    await copyInMemory(file).then(sender.choose, () => setProblem(m.promptpay_unreadable_file()))
  }

  const send = (unread = false) => void sender.send(slip, { unread })
  return (
    <div className="grid gap-3">
      {state.status === 'empty' ? (
        <ChooseButton variant="primary" className="sm:justify-self-start" onChoose={choose}>
          {m.promptpay_choose()}
        </ChooseButton>
      ) : (
        <div
          ref={outcome}
          tabIndex={-1}
          className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-4 outline-none"
        >
          <Thumbnail picture={state.picture} />
          <Outcome state={state} onSend={send} onChoose={choose} />
        </div>
      )}
      {problem !== undefined && <Problem>{problem}</Problem>}
      <LanguageGuard isUnsaved={() => state.status !== 'empty'} />
    </div>
  )
}

type OutcomeProps = {
  state: Exclude<SlipSending, { status: 'empty' }>
  onSend: (unread?: boolean) => void
  onChoose: (file: File) => void
}

/** What became of the chosen picture, and the buttons for what can be done. */
function Outcome({ state, onSend, onChoose }: OutcomeProps) {
  const other = (variant: ButtonVariant) => (
    <ChooseButton variant={variant} onChoose={onChoose}>
      {m.promptpay_choose_other()}
    </ChooseButton>
  )
  switch (state.status) {
    case 'chosen':
    case 'sending': {
      const isSending = state.status === 'sending'
      return (
        <div className="grid gap-3">
          <Button onClick={() => onSend()} aria-disabled={isSending || undefined}>
            {m.promptpay_send()}
          </Button>
          {isSending ? <Progress sent={state.sent} /> : other('outline')}
        </div>
      )
    }
    case 'checking':
      return (
        <p role="status" className="flex gap-3">
          <Spinner className="mt-1 size-5 shrink-0 text-leaf" />
          {m.promptpay_checking()}
        </p>
      )
    case 'not sent':
      return (
        <div className="grid gap-3">
          <p role="alert" className="font-medium">
            {m.promptpay_not_sent()}
          </p>
          <Button onClick={() => onSend()}>{m.promptpay_again()}</Button>
          {other('outline')}
        </div>
      )
    case 'refused': {
      const remedy = remedyOf(state.code)
      return (
        <div className="grid gap-3">
          <Problem>{state.message}</Problem>
          {remedy === 'again' && <Button onClick={() => onSend()}>{m.promptpay_again()}</Button>}
          {other(remedy === 'again' ? 'outline' : 'primary')}
          {remedy === 'another or unread' && (
            <>
              <Button variant="outline" onClick={() => onSend(true)}>
                {m.promptpay_unread_send()}
              </Button>
              <p className="text-muted text-sm">{m.promptpay_unread_text()}</p>
            </>
          )}
        </div>
      )
    }
  }
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-2 font-medium text-tomato">
      <CircleAlert className="mt-1 size-5 shrink-0" aria-hidden />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

type ChooseButtonProps = {
  variant: ButtonVariant
  className?: string
  onChoose: (file: File) => void
  children: ReactNode
}

/** A field for a file that looks like a button. */
function ChooseButton({ variant, className = '', onChoose, children }: ChooseButtonProps) {
  return (
    <label
      className={`cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2 ${buttonClasses(variant)} ${className}`}
    >
      <input
        type="file"
        accept={slipTypes.join()}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // So that the same file can be chosen again.
          target.value = ''
        }}
        className="sr-only"
      />
      {children}
    </label>
  )
}

function Thumbnail({ picture }: { picture: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <div className="aspect-[5/8] overflow-hidden rounded-tile border border-line bg-white">
      {url && <img src={url} alt={m.promptpay_chosen()} className="size-full object-cover object-top" />}
    </div>
  )
}

/** How much has been sent; then that the shop reads it. */
function Progress({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100)
  return <ProgressBar done={sent} text={percent >= 100 ? m.promptpay_reading() : m.promptpay_sending({ percent })} />
}
