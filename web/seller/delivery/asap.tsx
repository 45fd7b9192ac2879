import type { AsapSettings } from '../../../contract/entities/delivery.ts'
import { deliveryApi } from '../../client/delivery-api.ts'
import { reloadShop } from '../../client/reload-shop.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { useSettingsForm } from '../drafts/use-settings-form.ts'
import { TheirValue } from '../form/changed-note.tsx'
import { LastChange } from '../form/last-change.tsx'
import { SettingsEnd } from '../form/settings-end.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import { textProps } from '../form/text-props.ts'
import { SavedSection } from '../ui/read-result.tsx'
import { type AsapDraft, asapOfDraft, draftOfAsap } from './asap-draft.ts'
import { asapNowText } from './asap-now.ts'

type SavedAsap = {
  asap: AsapSettings | null
  version: number
  changedBy: string | null
  changedAt: string | null
}

/**
 * Whether ASAP orders are promised a time, and who is there to pick and ride. `saves`: how often hours and
 * zones were saved on this screen, on which the time promised now depends.
 */
export function Asap({ saves }: { saves: number }) {
  const read = useRead('asap', (signal) => sellerApi.delivery.asap(undefined, { signal }))
  return (
    <SavedSection
      className="mt-8"
      title={m.asap_title()}
      read={read}
      failed={m.asap_failed()}
      loading={m.asap_loading()}
      size="h-80 max-w-4xl"
    >
      {(saved) => <AsapForm read={saved} saves={saves} />}
    </SavedSection>
  )
}

function AsapForm({ read, saves }: { read: SavedAsap; saves: number }) {
  const settings = useSettingsForm(read, {
    name: 'asap',
    draftOf: draftOfAsap,
    save: (draft, seen) => sellerApi.delivery.saveAsap({ ...asapOfDraft(draft), seen }),
    readNow: () => sellerApi.delivery.asap(),
    // The schedule of this tab says how orders come without delivery times.
    onSaved: reloadShop,
  })
  const { saved, draft, form, change } = settings
  const field = textProps({ draft, errors: form.fields, change })

  return (
    <Card className="max-w-4xl p-4 sm:p-6">
      <form onSubmit={settings.submit} noValidate className="grid grid-cols-1 gap-5">
        <SwitchRow
          label={m.asap_on()}
          hint={m.asap_on_hint()}
          on={draft.enabled}
          onSwitch={(enabled) => change({ enabled })}
        />
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField label={m.asap_limit()} hint={m.asap_limit_hint()} inputMode="numeric" {...field('limitMinutes')} />
          <TextField label={m.asap_pickers()} hint={m.asap_people_hint()} inputMode="numeric" {...field('pickers')} />
          <TextField label={m.asap_riders()} hint={m.asap_people_hint()} inputMode="numeric" {...field('riders')} />
        </div>
        {saved.asap?.enabled && <Now saved={`${saved.version} ${saves}`} />}
        <LastChange {...saved} />
        <SettingsEnd settings={settings} save={m.asap_save()}>
          {(theirs) => <TheirAsap theirs={draftOfAsap(theirs)} />}
        </SettingsEnd>
      </form>
    </Card>
  )
}

function TheirAsap({ theirs }: { theirs: AsapDraft }) {
  return (
    <>
      <TheirValue name={m.asap_on()}>{theirs.enabled ? m.form_yes() : m.form_no()}</TheirValue>
      <TheirValue name={m.asap_limit()}>{theirs.limitMinutes}</TheirValue>
      <TheirValue name={m.asap_pickers()}>{theirs.pickers}</TheirValue>
      <TheirValue name={m.asap_riders()}>{theirs.riders}</TheirValue>
    </>
  )
}

/** What shoppers of the default zone are promised now, by the settings as they are `saved`; why nothing, if so. */
function Now({ saved }: { saved: string }) {
  const { data } = useRead(`asap-now ${saved}`, (signal) => deliveryApi.delivery.options({}, { signal }))
  // Without a zone for places that aren't known yet, what is promised depends on the place.
  if (!data || (!data.zone && !data.delivers)) return null
  const { asap, closed } = data
  return (
    <p className={data.zone && (asap || closed) ? 'text-muted' : 'rounded-tile bg-mango-soft px-4 py-2 font-medium'}>
      {asapNowText(data)}
    </p>
  )
}
