import { type FormEvent, useId, useRef, useState } from 'react'
import type { WindowTemplate } from '../../../contract/calls/windows.ts'
import { daysOutside, type OpeningSpan } from '../../../contract/delivery/opening-hours.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Card } from '../../ui/card.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { useRowDraft } from '../drafts/use-row-draft.ts'
import { BookedList, type BookedWindow } from '../form/booked-list.tsx'
import { fieldMessages } from '../form/field-messages.ts'
import { FormEnd } from '../form/form-end.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import { textProps } from '../form/text-props.ts'
import { draftOf, emptyTemplate, readTemplate, type TemplateDraft } from './template-draft.ts'
import { dayNames, shortDayName, weekdays } from './template-name.ts'

const shownTemplate = (template: WindowTemplate) => ({
  id: template.id,
  version: template.version,
  draft: draftOf(template),
})

type TemplateFormProps = {
  /** The template to change; undefined for a new one. */
  template: WindowTemplate | undefined
  /** The id of a new one: a repeated request makes no second one. */
  newId: string
  zones: readonly { id: string; name: string; nameTh?: string }[]
  /** The opening hours; null if there are none. */
  week: readonly OpeningSpan[] | null
  onClose: () => void
}

/** The form of a weekly template. */
export function TemplateForm(props: TemplateFormProps) {
  const { zones, week, onClose } = props
  const { row, form, element, booked, change, submit } = useTemplateForm(props)
  const { draft } = row
  const errors = form.fields
  const text = textProps({ draft, errors, change })
  const id = useId()

  return (
    <Card className="max-w-3xl p-4 sm:p-6">
      <form ref={element} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <SwitchRow
          label={m.windows_on()}
          hint={m.windows_on_hint()}
          on={draft.active}
          onSwitch={(active) => change({ active })}
        />
        <fieldset aria-describedby={noteIds(`${id}-days`, undefined, errors.days)} className="grid gap-1.5">
          <legend className="mb-1.5 font-medium">{m.windows_days()}</legend>
          <div className="flex flex-wrap gap-2">
            {weekdays.map((day) => (
              <Toggle
                key={day}
                name="days"
                label={shortDayName(day)}
                on={draft.days.includes(day)}
                onToggle={(on) =>
                  change({ days: on ? [...draft.days, day] : draft.days.filter((each) => each !== day) })
                }
              />
            ))}
          </div>
          <FieldNotes id={`${id}-days`} error={errors.days} />
        </fieldset>
        <div className="grid grid-cols-2 items-start gap-2 max-sm:[&_input]:px-4 sm:gap-5">
          <TextField label={m.windows_starts()} type="time" step={300} {...text('starts')} />
          <TextField label={m.windows_ends()} type="time" step={300} {...text('ends')} />
        </div>
        <OutsideNote week={week} draft={draft} />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField label={m.windows_capacity()} inputMode="numeric" {...text('capacity')} />
          <TextField
            label={m.windows_fee_label({ symbol: shop.currency.symbol })}
            hint={m.windows_fee_hint()}
            inputMode="decimal"
            {...text('fee')}
          />
        </div>
        <TextField label={m.windows_cut_off()} hint={m.windows_cut_off_hint()} {...text('cutOff')} />
        {zones.length > 0 && (
          <fieldset
            aria-describedby={noteIds(`${id}-zones`, m.windows_zones_hint(), errors.zones)}
            className="grid gap-1.5"
          >
            <legend className="mb-1.5 font-medium">{m.windows_zones()}</legend>
            <div className="flex flex-wrap gap-2">
              {zones.map((zone) => (
                <Toggle
                  key={zone.id}
                  name="zones"
                  label={localName(zone)}
                  on={draft.zones.includes(zone.id)}
                  onToggle={(on) =>
                    change({ zones: on ? [...draft.zones, zone.id] : draft.zones.filter((each) => each !== zone.id) })
                  }
                />
              ))}
            </div>
            <FieldNotes id={`${id}-zones`} hint={m.windows_zones_hint()} error={errors.zones} />
          </fieldset>
        )}
        <FormEnd
          form={form}
          save={m.windows_save()}
          details={<BookedList booked={booked} />}
          close={{ label: m.windows_close(), isUnsaved: row.isUnsaved(), discard: row.discard, onClose }}
        />
      </form>
    </Card>
  )
}

/** The state of the form, and what saves it. */
function useTemplateForm({ template, newId, onClose }: TemplateFormProps) {
  const shown = template ? shownTemplate(template) : { id: newId, version: 0, draft: emptyTemplate }
  const row = useRowDraft('weekly template', shown, async (id) => {
    const reply = await sellerApi.delivery.templates()
    const current = reply.success ? reply.templates.find((each) => each.id === id) : undefined
    return current && shownTemplate(current)
  })
  const { draft } = row
  const [booked, setBooked] = useState<readonly BookedWindow[]>([])
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)

  function change(next: Partial<TemplateDraft>) {
    row.change(next)
    for (const name of Object.keys(next)) form.clearField(name)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const read = readTemplate(draft)
    if ('errors' in read) {
      const shown = fieldMessages(read.errors)
      if (shown.days) shown.days = m.windows_days_needed()
      return form.show(shown, element.current)
    }
    setBooked([])
    const reply = await form.send(
      () =>
        row.save(async (to) => {
          const reply = await sellerApi.delivery.saveTemplate({ ...read.input, ...to })
          if (!reply.success) setBooked(reply.booked ?? [])
          return reply
        }),
      element.current,
    )
    if (!reply) return
    toast.success(reply.message)
    if (!row.isUnsaved()) onClose()
  }

  return {
    row,
    form,
    element,
    /** The windows with orders, for which the last change was refused. */
    booked,
    change,
    submit,
  }
}

/** Names the days on which a time isn't offered, because the shop is closed. */
function OutsideNote({ week, draft }: { week: readonly OpeningSpan[] | null; draft: TemplateDraft }) {
  const read = readTemplate(draft)
  const days = 'input' in read && week ? daysOutside(week, read.input) : []
  return (
    <p aria-live="polite" className="rounded-tile bg-mango-soft px-4 py-2 empty:hidden">
      {days.length > 0 && m.windows_outside({ days: dayNames(days) })}
    </p>
  )
}

type ToggleProps = { name: string; label: string; on: boolean; onToggle: (on: boolean) => void }

/** A checkbox as a pill. */
function Toggle({ name, label, on, onToggle }: ToggleProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center rounded-full border border-edge bg-surface px-4 font-medium transition-colors hover:border-leaf has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-leaf-deep has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-leaf has-[input:focus-visible]:outline-offset-2 forced-colors:has-checked:outline">
      <input
        type="checkbox"
        name={name}
        checked={on}
        onChange={({ target }) => onToggle(target.checked)}
        className="sr-only"
      />
      {label}
    </label>
  )
}
