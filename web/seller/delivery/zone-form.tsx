import { type FormEvent, useId, useRef } from 'react'
import { deliveryLimits } from '../../../contract/delivery/delivery-limits.ts'
import type { LostPlaces, Place, Zone } from '../../../contract/entities/delivery.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { shopCountry } from '../../messages/shop-country.ts'
import { DeliverySummary } from '../../page/delivery-summary.tsx'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { Plus } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { useRowDraft } from '../drafts/use-row-draft.ts'
import { fieldMessages } from '../form/field-messages.ts'
import { FormEnd } from '../form/form-end.tsx'
import { RemoveButton } from '../form/remove-button.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import { textProps } from '../form/text-props.ts'
import { useUnchosen } from '../form/use-unchosen.ts'
import { AreaPicker } from './area-picker.tsx'
import { draftOf, emptyZone, readZone, withEverywhere, wrongTiers, type ZoneDraft } from './zone-draft.ts'

type SavedZone = {
  zone: Zone
  postcodes: string[]
  subdistricts: Place[]
  /** Zones before this one that have an area, by its code. */
  overlapping: Readonly<Record<string, readonly { name: string; nameTh?: string }[]>>
}

const shownZone = (saved: SavedZone) => ({
  id: saved.zone.id,
  version: saved.zone.version,
  draft: draftOf(saved.zone, saved),
})

type ZoneFormProps = {
  /** The zone to change, with its areas; undefined for a new one. */
  saved: SavedZone | undefined
  /** The id of a new one: a repeated request makes no second one. */
  newId: string
  /** Called after each save, with what it took out of the zone. */
  onSaved: (lost: readonly LostPlaces[]) => void
  onClose: () => void
}

/** The form of a delivery zone, with what shoppers see of it. */
export function ZoneForm(props: ZoneFormProps) {
  const { saved, onClose } = props
  const { row, form, element, read, search, change, submit } = useZoneForm(props)
  const { draft } = row
  const errors = form.fields
  const text = textProps({ draft, errors, change })

  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <Card className="p-4 sm:p-6">
        <form ref={element} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
          <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
            <TextField
              label={m.zones_name()}
              hint={m.zones_name_hint()}
              maxLength={deliveryLimits.zoneName}
              {...text('name')}
            />
            <TextField label={m.zones_name_th()} lang="th" maxLength={deliveryLimits.zoneName} {...text('nameTh')} />
          </div>
          <SwitchRow
            label={m.zones_everywhere({ country: shopCountry() })}
            hint={m.zones_everywhere_hint()}
            on={draft.everywhere}
            error={errors.everywhere}
            onSwitch={(everywhere) => change(withEverywhere(draft, everywhere))}
          />
          {!draft.everywhere && (
            <AreaPicker
              postcodes={draft.postcodes}
              places={draft.places}
              overlapping={saved?.overlapping ?? {}}
              error={errors.areas}
              onChange={change}
              search={search}
            />
          )}
          <Tiers tiers={draft.tiers} error={errors.tiers} onChange={(tiers) => change({ tiers })} />
          <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
            <TextField
              label={m.zones_minimum({ symbol: shop.currency.symbol })}
              hint={m.zones_minimum_hint()}
              inputMode="decimal"
              {...text('minimum')}
            />
            <TextField
              label={m.zones_ride()}
              hint={draft.everywhere ? m.zones_ride_far_hint() : m.zones_ride_hint()}
              inputMode="numeric"
              {...text('rideMinutes')}
            />
          </div>
          <SwitchRow
            label={m.zones_default()}
            hint={m.zones_default_hint()}
            on={draft.isDefault}
            onSwitch={(isDefault) => change({ isDefault })}
          />
          {!draft.everywhere && (
            <SwitchRow
              label={m.zones_unknown()}
              hint={m.zones_unknown_hint()}
              on={draft.takesUnknown}
              onSwitch={(takesUnknown) => change({ takesUnknown })}
            />
          )}
          <FormEnd
            form={form}
            save={m.zones_save()}
            close={{ label: m.form_back_to_list(), isUnsaved: row.isUnsaved(), discard: row.discard, onClose }}
          />
        </form>
      </Card>
      <Preview read={read} />
    </div>
  )
}

/** The state of the form, and what saves it. */
function useZoneForm({ saved, newId, onSaved, onClose }: ZoneFormProps) {
  const shown = saved ? shownZone(saved) : { id: newId, version: 0, draft: emptyZone }
  const row = useRowDraft('zone', shown, async (id) => {
    const reply = await sellerApi.delivery.zone({ id })
    return reply.success ? shownZone(reply) : undefined
  })
  const { draft } = row
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const read = readZone(draft)
  const unchosen = useUnchosen(form, m.zones_areas_choose)

  function change(next: Partial<ZoneDraft>) {
    row.change(next)
    for (const name of Object.keys(next)) form.clearField(name)
    if ('postcodes' in next || 'everywhere' in next || 'takesUnknown' in next) form.clearField('areas')
    if ('everywhere' in next) unchosen.search.onChosen()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const errors = { ...('errors' in read && fieldMessages(read.errors)), ...unchosen.errors() }
    // One message about the areas is enough.
    if (errors.search) delete errors.areas
    if ('errors' in read || Object.keys(errors).length > 0) return form.show(errors, element.current)
    const save = () => row.save((to) => sellerApi.delivery.saveZone({ ...read.input, ...to }))
    const reply = await form.send(save, element.current)
    if (!reply) return
    toast.success(reply.message)
    if (!row.isUnsaved()) onClose()
    onSaved(reply.left)
  }

  return { row, form, element, read, search: unchosen.search, change, submit }
}

/** What shoppers see of the zone, once its form has no errors. */
function Preview({ read }: { read: ReturnType<typeof readZone> }) {
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="font-bold text-xl">{m.zones_preview()}</h2>
      {'input' in read ? (
        <DeliverySummary options={{ ...read.input, delivers: true, freeFrom: null, fee: 0, asap: null, windows: [] }} />
      ) : (
        <p className="mt-1 text-muted">{m.zones_preview_wait()}</p>
      )}
    </Card>
  )
}

type TiersProps = {
  tiers: ZoneDraft['tiers']
  error: string | undefined
  onChange: (tiers: ZoneDraft['tiers']) => void
}

/** The fees by what the goods cost. */
function Tiers({ tiers, error, onChange }: TiersProps) {
  const id = useId()
  const { symbol } = shop.currency
  const wrong = error === undefined ? [] : wrongTiers(tiers)
  const set = (index: number, next: Partial<ZoneDraft['tiers'][number]>) =>
    onChange(tiers.map((tier, other) => (other === index ? { ...tier, ...next } : tier)))
  return (
    <fieldset aria-describedby={noteIds(id, m.zones_fees_hint(), error)} className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium">{m.zones_fees()}</legend>
      {tiers.map((tier, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are added and removed at the end
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-end gap-2">
          <TextField
            label={m.zones_fee_from({ symbol })}
            // The first sum is fixed: an error isn't about it.
            name={index === 0 ? undefined : 'tiers'}
            inputMode="decimal"
            autoComplete="off"
            value={tier.from}
            aria-invalid={wrong[index]?.from || undefined}
            readOnly={index === 0}
            onChange={({ target }) => set(index, { from: target.value })}
          />
          <TextField
            label={m.zones_fee({ symbol })}
            name="tiers"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={tier.fee}
            aria-invalid={wrong[index]?.fee || undefined}
            onChange={({ target }) => set(index, { fee: target.value })}
          />
          {index > 0 && (
            <RemoveButton
              label={m.zones_fee_remove({ from: tier.from })}
              onRemove={() => onChange(tiers.filter((_, other) => other !== index))}
              className="mb-0.5"
            />
          )}
        </div>
      ))}
      <FieldNotes id={id} hint={m.zones_fees_hint()} error={error} />
      {tiers.length < deliveryLimits.feeTiers && (
        <Button
          variant="ghost"
          className="-ms-3 justify-self-start"
          onClick={() => onChange([...tiers, { from: '', fee: '' }])}
        >
          <Plus className="size-5" aria-hidden />
          {m.zones_fee_add()}
        </Button>
      )}
    </fieldset>
  )
}
