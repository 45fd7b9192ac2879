import { type FormEvent, useId, useState } from 'react'
import { requiredMessage } from '../../../contract/messages/field-errors.ts'
import { slipReasons } from '../../../contract/payments/slip-reasons.ts'
import type { Texts } from '../../../contract/values/fill-text.ts'
import { limits } from '../../../contract/values/limits.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { TextField } from '../../ui/text-field.tsx'

type RejectDialogProps = {
  orderNumber: number
  /** The reason that is chosen at first. */
  likely: Texts
  open: boolean
  onClose: () => void
  onReject: (reason: string) => void
}

const ownReason = ''

/** Asks why a slip is rejected: the shopper reads the answer. */
export function RejectDialog({ orderNumber, likely, open, onClose, onReject }: RejectDialogProps) {
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? likely[getLocale()]
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const name = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    const reason = shown === ownReason ? text.trim() : shown
    if (reason === '') return setIsMissing(true)
    onReject(reason)
  }

  return (
    <Dialog open={open} onClose={onClose} title={m.slips_reject_title({ number: orderNumber })}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p className="text-muted">{m.slips_reject_text()}</p>
        <fieldset className="grid gap-2">
          <legend className="sr-only">{m.slips_reason()}</legend>
          {Object.values(slipReasons).map((words) => {
            const reason = words[getLocale()]
            return (
              <RadioCard
                key={words.en}
                name={name}
                label={reason}
                checked={shown === reason}
                onChange={() => setChosen(reason)}
              />
            )
          })}
          <RadioCard
            name={name}
            label={m.slips_reason_other()}
            checked={shown === ownReason}
            onChange={() => setChosen(ownReason)}
          />
        </fieldset>
        {shown === ownReason && (
          <TextField
            label={m.slips_reason_own()}
            name="reason"
            value={text}
            maxLength={limits.shortText}
            onChange={({ target }) => {
              setText(target.value)
              setIsMissing(false)
            }}
            error={isMissing ? requiredMessage(m.slips_reason(), getLocale()) : undefined}
          />
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="outline" onClick={onClose}>
            {m.slips_keep()}
          </Button>
          <Button type="submit" variant="danger">
            {m.slips_reject_do()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
