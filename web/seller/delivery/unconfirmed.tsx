import { type FormEvent, useId, useState } from 'react'
import { asciiDigits } from '../../../contract/ascii-digits.ts'
import type { UnconfirmedRule } from '../../../contract/entities/delivery.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { FormEnd } from '../area/form-end.tsx'
import { LastChange } from '../area/last-change.tsx'
import { SavedSection } from '../area/read-result.tsx'
import { sellerApi } from '../area/seller-api.ts'
import { withSessionEnd } from '../area/session-end.ts'

type Saved = {
  rule: UnconfirmedRule | null
  version: number
  changedBy: string | null
  changedAt: string | null
}

/** What becomes of an unconfirmed order. */
export function Unconfirmed() {
  const read = useRead('unconfirmed', async (signal) =>
    withSessionEnd(await sellerApi.delivery.unconfirmed(undefined, { signal })),
  )
  return (
    <SavedSection
      className="mt-8"
      title={m.unconfirmed_title()}
      read={read}
      failed={m.unconfirmed_failed()}
      loading={m.unconfirmed_loading()}
      size="h-80 max-w-4xl"
    >
      {(saved) => <RuleForm key={saved.version} saved={saved} onOutdated={read.again} />}
    </SavedSection>
  )
}

const usual: UnconfirmedRule = { action: 'ring', afterMinutes: 15 }
const choices = [
  { action: 'ring', label: m.unconfirmed_ring, hint: m.unconfirmed_ring_hint },
  { action: 'confirm', label: m.unconfirmed_confirm, hint: m.unconfirmed_confirm_hint },
  { action: 'cancel', label: m.unconfirmed_cancel, hint: m.unconfirmed_cancel_hint },
] as const

function RuleForm({ saved, onOutdated }: { saved: Saved; onOutdated: () => void }) {
  const textId = useId()
  const [action, setAction] = useState((saved.rule ?? usual).action)
  const [after, setAfter] = useState(String((saved.rule ?? usual).afterMinutes))
  const [version, setVersion] = useState(saved.version)
  const [stored, setStored] = useState({ action, after })
  const form = useSubmit({ toasts: false })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const minutes = Number(asciiDigits(after).trim())
    // What is no whole number is refused as 0 is, at its field. It doesn't matter while the shop goes on ringing.
    const typed = Number.isInteger(minutes) ? minutes : 0
    const afterMinutes = action === 'ring' ? (saved.rule ?? usual).afterMinutes : typed
    const reply = await form.send(async () =>
      withSessionEnd(await sellerApi.delivery.saveUnconfirmed({ action, afterMinutes, seen: version })),
    )
    if (!reply) return
    toast.success(reply.message)
    setVersion(reply.version)
    setAfter(String(afterMinutes))
    setStored({ action, after: String(afterMinutes) })
  }

  return (
    <Card className="max-w-4xl p-4 sm:p-6">
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <fieldset aria-labelledby={textId} className="grid gap-2">
          <p id={textId}>{m.unconfirmed_text()}</p>
          {choices.map((choice) => (
            <RadioCard
              key={choice.action}
              name="action"
              label={choice.label()}
              detail={choice.hint()}
              checked={action === choice.action}
              onChange={() => {
                setAction(choice.action)
                form.clear()
              }}
            />
          ))}
        </fieldset>
        {action !== 'ring' && (
          <div className="max-w-xs">
            <TextField
              label={m.unconfirmed_after()}
              hint={m.unconfirmed_after_hint()}
              name="afterMinutes"
              value={after}
              onChange={({ target }) => {
                setAfter(target.value)
                form.clear()
              }}
              error={form.fields.afterMinutes}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        )}
        <LastChange {...saved} />
        <FormEnd
          form={form}
          save={m.unconfirmed_save()}
          isUnsaved={action !== stored.action || (action !== 'ring' && after !== stored.after)}
        >
          {form.message && (
            <Button variant="outline" size="large" onClick={onOutdated}>
              {m.hours_reload()}
            </Button>
          )}
        </FormEnd>
      </form>
    </Card>
  )
}
