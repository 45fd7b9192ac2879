import { useId } from 'react'
import { standardTaxClass } from '../../../contract/pricing/pricing.ts'
import { taxLimits } from '../../../contract/pricing/tax-settings.ts'
import { newId } from '../../client/new-id.ts'
import { reloadShop } from '../../client/reload-shop.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { rereadProblems } from '../area/shop-problems.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { useSettingsForm } from '../drafts/use-settings-form.ts'
import { TheirValue } from '../form/changed-note.tsx'
import { LastChange } from '../form/last-change.tsx'
import { RemoveButton } from '../form/remove-button.tsx'
import { SettingsEnd } from '../form/settings-end.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import { textProps } from '../form/text-props.ts'
import { ReadTopic } from './read-topic.tsx'
import {
  type ClassDraft,
  draftOfTax,
  errorsOfTax,
  hasRateOn,
  type RateDraft,
  type SavedTax,
  type TaxDraft,
  taxOfDraft,
  taxToSend,
} from './tax-draft.ts'
import { TaxExample } from './tax-example.tsx'

/** The tax rules, and the issuer of receipts and tax invoices. */
export function Tax() {
  return (
    <ReadTopic name="tax" call={sellerApi.settings.tax} size="h-160 max-w-5xl">
      {(saved) => <TaxForm read={saved} />}
    </ReadTopic>
  )
}

function TaxForm({ read }: { read: SavedTax }) {
  const settings = useSettingsForm(read, {
    name: 'tax',
    draftOf: draftOfTax,
    errorsOf: errorsOfTax,
    save: (draft, seen) => sellerApi.settings.saveTax({ ...taxToSend(draft), seen }),
    readNow: () => sellerApi.settings.tax(),
    onSaved: () => {
      rereadProblems()
      return reloadShop()
    },
  })
  const { saved, draft, form, change } = settings
  const modeId = useId()

  return (
    <div className="grid max-w-5xl gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <Card className="p-4 sm:p-6">
        <form onSubmit={settings.submit} noValidate className="grid grid-cols-1 gap-5">
          <h2 className="font-bold text-2xl">{m.settings_topic_tax()}</h2>
          <fieldset aria-describedby={noteIds(modeId, undefined, form.fields.mode)} className="grid gap-2">
            <legend className="mb-1.5 font-medium">{m.settings_tax_mode()}</legend>
            {(['included', 'added'] as const).map((mode) => (
              <RadioCard
                key={mode}
                name="mode"
                label={mode === 'included' ? m.settings_tax_included() : m.settings_tax_added()}
                detail={mode === 'included' ? m.settings_tax_included_hint() : m.settings_tax_added_hint()}
                checked={draft.mode === mode}
                onChange={() => change({ mode })}
                aria-invalid={form.fields.mode ? true : undefined}
              />
            ))}
            <FieldNotes id={modeId} error={form.fields.mode} />
          </fieldset>
          <Select
            label={m.settings_tax_rounding()}
            name="rounding"
            value={draft.rounding}
            onChange={({ target }) => change({ rounding: target.value === 'down' ? 'down' : 'half up' })}
          >
            <option value="half up">{m.settings_tax_half_up()}</option>
            <option value="down">{m.settings_tax_down()}</option>
          </Select>
          <Classes saved={saved} draft={draft} change={change} errors={form.fields} />
          <Issuer draft={draft} change={change} errors={form.fields} today={saved.today} />
          <LastChange {...saved} />
          <SettingsEnd settings={settings} save={m.settings_save()}>
            {(theirs) => (
              <>
                <TheirValue name={m.settings_tax_mode()}>
                  {theirs.mode === 'included' ? m.settings_tax_included() : m.settings_tax_added()}
                </TheirValue>
                <TheirValue name={m.settings_tax_classes()}>{ratesText(theirs)}</TheirValue>
              </>
            )}
          </SettingsEnd>
        </form>
      </Card>
      <TaxExample tax={taxOfDraft(draft)} today={saved.today} />
    </div>
  )
}

type PartProps = { draft: TaxDraft; change: (next: Partial<TaxDraft>) => void; errors: Record<string, string> }

function Classes({ saved, draft: { classes }, change, errors }: PartProps & { saved: SavedTax }) {
  const changeClass = (index: number, next: Partial<ClassDraft>) =>
    change({ classes: classes.map((each, other) => (other === index ? { ...each, ...next } : each)) })
  const newClass = (): ClassDraft => ({
    key: newId(),
    name: '',
    nameTh: '',
    rates: [newRate('')],
  })
  const notesId = useId()
  const hint = saved.hasOrders ? m.settings_tax_rates_hint() : m.settings_tax_rates_free()
  return (
    <fieldset aria-describedby={noteIds(notesId, hint, errors.classes)} className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-medium">{m.settings_tax_classes()}</legend>
      <p id={`${notesId}-hint`} className="text-muted text-sm">
        {hint}
      </p>
      {classes.map((each, index) => (
        <ClassFields
          key={each.key}
          classIndex={index}
          draft={each}
          products={saved.classes.find(({ id }) => id === each.id)?.products ?? 0}
          firstDay={saved.hasOrders && each.id !== undefined ? saved.firstDay : undefined}
          fields={errors}
          onChange={(next) => changeClass(index, next)}
          onRemove={() => change({ classes: classes.filter((_, other) => other !== index) })}
        />
      ))}
      <FieldNotes id={notesId} error={errors.classes} />
      {classes.length < taxLimits.classes && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => change({ classes: [...classes, newClass()] })}
        >
          {m.settings_tax_class_add()}
        </Button>
      )}
    </fieldset>
  )
}

/** Whether the shop issues receipts and tax invoices, and as whom. */
function Issuer({ draft, change, errors, today }: PartProps & { today: string }) {
  const text = textProps({ draft, errors, change, path: 'issuer.' })
  return (
    <>
      <SwitchRow
        label={m.settings_tax_issues()}
        hint={[m.settings_tax_issues_hint(), ...(draft.issues ? [] : [m.settings_tax_issues_off()])].join(' ')}
        on={draft.issues}
        onSwitch={(issues) => change({ issues })}
      />
      {draft.issues && (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField label={m.settings_tax_id()} inputMode="numeric" {...text('taxId')} />
            <TextField
              label={m.settings_tax_branch()}
              hint={m.settings_tax_branch_hint()}
              inputMode="numeric"
              {...text('branch')}
            />
          </div>
          <SwitchRow
            label={m.settings_tax_registered()}
            hint={m.settings_tax_registered_hint()}
            on={draft.vatRegistered}
            onSwitch={(vatRegistered) => change({ vatRegistered })}
          />
          {draft.vatRegistered && !hasRateOn(draft, today) && (
            <p role="status" className="rounded-tile bg-mango-soft px-4 py-2 font-medium">
              {m.settings_tax_no_rate()}
            </p>
          )}
        </>
      )}
    </>
  )
}

/** Returns the classes with their rates in a few words. */
const ratesText = (saved: SavedTax) =>
  draftOfTax(saved)
    .classes.map(
      ({ name, rates }) => `${name}: ${rates.map(({ from, percent }) => `${percent}% ${from}`.trim()).join(', ')}`,
    )
    .join(' · ')

const newRate = (from: string): RateDraft => ({ key: newId(), from, percent: '', isFixed: false })

type ClassFieldsProps = {
  classIndex: number
  draft: ClassDraft
  /** Products that have it. */
  products: number
  /** The first day on which a new rate may begin; undefined if any. */
  firstDay: string | undefined
  fields: Readonly<Record<string, string>>
  onChange: (next: Partial<ClassDraft>) => void
  onRemove: () => void
}

/** The names of a class, and its rates by day. */
function ClassFields({ classIndex, draft, products, firstDay, fields, onChange, onRemove }: ClassFieldsProps) {
  const { id, name, nameTh, rates } = draft
  const notesId = useId()
  const label = name || m.settings_tax_class_new()
  const changeRate = (index: number, next: Partial<RateDraft>) =>
    onChange({ rates: rates.map((rate, each) => (each === index ? { ...rate, ...next } : rate)) })
  const text = (field: 'name' | 'nameTh', value: string) => ({
    name: `classes.${classIndex}.${field}`,
    value,
    maxLength: taxLimits.name,
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [field]: target.value }),
    error: fields[`classes.${classIndex}.${field}`],
  })
  return (
    <fieldset
      aria-describedby={noteIds(notesId, undefined, fields[`classes.${classIndex}.rates`])}
      className="grid grid-cols-1 gap-4 rounded-tile border border-line p-4"
    >
      <legend className="sr-only">{label}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={m.settings_name()} lang="en" {...text('name', name)} />
        <TextField label={m.settings_name_th()} lang="th" {...text('nameTh', nameTh)} />
      </div>
      {rates.length === 0 && <p className="text-muted">{m.settings_tax_untaxed()}</p>}
      <ul className="grid gap-3 empty:hidden">
        {rates.map(({ key, from, percent, isFixed }, index) => (
          <li key={key} className="flex items-start gap-1 sm:gap-3">
            {isFixed ? (
              <p className="figures min-h-11 content-center">
                {m.settings_tax_rate_fixed({ percent, day: from || m.settings_tax_always() })}
              </p>
            ) : (
              <>
                <div className="grid min-w-0 flex-1 grid-cols-1 items-start gap-3 sm:flex-none sm:grid-cols-[7rem_11rem]">
                  <TextField
                    label={m.settings_tax_percent()}
                    name={`classes.${classIndex}.rates.${index}.basisPoints`}
                    inputMode="decimal"
                    autoComplete="off"
                    value={percent}
                    onChange={({ target }) => changeRate(index, { percent: target.value })}
                    error={fields[`classes.${classIndex}.rates.${index}.basisPoints`]}
                  />
                  <DateField
                    label={m.settings_tax_from()}
                    name={`classes.${classIndex}.rates.${index}.from`}
                    min={firstDay}
                    value={from}
                    onDate={(day) => changeRate(index, { from: day })}
                    error={fields[`classes.${classIndex}.rates.${index}.from`]}
                  />
                </div>
                <RemoveButton
                  label={m.settings_tax_rate_remove({ name: label, number: index + 1 })}
                  onRemove={() => onChange({ rates: rates.filter((_, each) => each !== index) })}
                  className="mt-8"
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <FieldNotes id={notesId} error={fields[`classes.${classIndex}.rates`]} />
      <div className="flex flex-wrap items-center gap-3">
        {rates.length < taxLimits.rates && (
          <Button
            variant="soft"
            aria-label={m.settings_tax_rate_add_named({ name: label })}
            onClick={() => onChange({ rates: [...rates, newRate(firstDay ?? '')] })}
          >
            {m.settings_tax_rate_add()}
          </Button>
        )}
        {id !== standardTaxClass &&
          (products > 0 ? (
            <p className="text-muted text-sm">{m.settings_tax_class_used({ count: products })}</p>
          ) : (
            <Button
              variant="outline"
              aria-label={m.settings_tax_class_remove_named({ name: label })}
              onClick={onRemove}
            >
              {m.settings_remove()}
            </Button>
          ))}
      </div>
    </fieldset>
  )
}
