import { useId } from 'react'
import type { UnconfirmedRule } from '../../../contract/entities/delivery.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useWaitingOrders } from '../area/order-watch.ts'
import { sellerApi } from '../client/seller-api.ts'
import { useSettingsForm } from '../drafts/use-settings-form.ts'
import { TheirValue } from '../form/changed-note.tsx'
import { LastChange } from '../form/last-change.tsx'
import { SettingsEnd } from '../form/settings-end.tsx'
import { SavedSection } from '../ui/read-result.tsx'
import { draftOfUnconfirmed, ruleOfDraft, type UnconfirmedDraft } from './unconfirmed-draft.ts'

type SavedUnconfirmedRule = {
  rule: UnconfirmedRule | null
  version: number
  changedBy: string | null
  changedAt: string | null
}

/** What becomes of an unconfirmed order. */
export function Unconfirmed() {
  const read = useRead('unconfirmed', (signal) => sellerApi.delivery.unconfirmed(undefined, { signal }))
  return (
    <SavedSection
      className="mt-8"
      title={m.unconfirmed_title()}
      read={read}
      failed={m.unconfirmed_failed()}
      loading={m.unconfirmed_loading()}
      size="h-80 max-w-4xl"
    >
      {(saved) => <RuleForm read={saved} />}
    </SavedSection>
  )
}

const choices = [
  { action: 'ring', label: m.unconfirmed_ring, hint: m.unconfirmed_ring_hint },
  { action: 'confirm', label: m.unconfirmed_confirm, hint: m.unconfirmed_confirm_hint },
  { action: 'cancel', label: m.unconfirmed_cancel, hint: m.unconfirmed_cancel_hint },
] as const

function RuleForm({ read }: { read: SavedUnconfirmedRule }) {
  const textId = useId()
  const settings = useSettingsForm(read, {
    name: 'unconfirmed',
    draftOf: draftOfUnconfirmed,
    save: (draft, seen) => sellerApi.delivery.saveUnconfirmed({ ...ruleOfDraft(draft, read), seen }),
    readNow: () => sellerApi.delivery.unconfirmed(),
  })
  const { saved, form, change, isUnsaved } = settings
  const { action, after } = settings.draft
  const waiting = useWaitingOrders()

  function choose(action: UnconfirmedRule['action']) {
    // The minutes don't matter while the shop goes on ringing, and are no unsaved change then.
    change(action === 'ring' ? { action, after: draftOfUnconfirmed(saved).after } : { action })
  }

  return (
    <Card className="max-w-4xl p-4 sm:p-6">
      <form onSubmit={settings.submit} noValidate className="grid grid-cols-1 gap-5">
        <fieldset aria-labelledby={textId} className="grid gap-2">
          <p id={textId}>{m.unconfirmed_text()}</p>
          {choices.map((choice) => (
            <RadioCard
              key={choice.action}
              name="action"
              label={choice.label()}
              detail={choice.hint()}
              checked={action === choice.action}
              onChange={() => choose(choice.action)}
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
              onChange={({ target }) => change({ after: target.value })}
              error={form.fields.afterMinutes}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        )}
        {isUnsaved && action !== 'ring' && waiting > 0 && (
          <p role="status" className="rounded-tile bg-mango-soft px-4 py-3">
            {(action === 'cancel' ? m.unconfirmed_waiting_cancel : m.unconfirmed_waiting_confirm)({ count: waiting })}
          </p>
        )}
        <LastChange {...saved} />
        <SettingsEnd settings={settings} save={m.unconfirmed_save()}>
          {(theirs) => <TheirRule {...draftOfUnconfirmed(theirs)} />}
        </SettingsEnd>
      </form>
    </Card>
  )
}

function TheirRule({ action, after }: UnconfirmedDraft) {
  return (
    <>
      <TheirValue name={m.unconfirmed_title()}>
        {choices.find((choice) => choice.action === action)?.label()}
      </TheirValue>
      {action !== 'ring' && <TheirValue name={m.unconfirmed_after()}>{after}</TheirValue>}
    </>
  )
}
