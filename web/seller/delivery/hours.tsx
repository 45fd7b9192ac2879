import { type ComponentProps, useId, useState } from 'react'
import { deliveryLimits } from '../../../contract/delivery/delivery-limits.ts'
import { openDaysOf } from '../../../contract/delivery/opening-hours.ts'
import type { OpeningHoursInput } from '../../../contract/entities/delivery.ts'
import { fieldErrorMessage } from '../../../contract/messages/field-errors.ts'
import { useRead } from '../../client/use-read.ts'
import { incompleteFieldsOf } from '../../client/use-submit.ts'
import { formatDate } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { dayName, openDaysText } from '../../messages/open-days.ts'
import { shopToday } from '../../shop-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { Plus, X } from '../../ui/icons.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { useSettingsForm } from '../drafts/use-settings-form.ts'
import { BookedList, type BookedWindow } from '../form/booked-list.tsx'
import { TheirValue } from '../form/changed-note.tsx'
import { LastChange } from '../form/last-change.tsx'
import { RemoveButton } from '../form/remove-button.tsx'
import { SettingsEnd } from '../form/settings-end.tsx'
import { SavedSection } from '../ui/read-result.tsx'
import { type HoursDraft, withClosing } from './closing.ts'
import { nextSpan } from './next-span.ts'

type SavedHours = {
  hours: OpeningHoursInput | null
  version: number
  changedBy: string | null
  changedAt: string | null
}

/** When the shop is open, and the days on which it is closed. */
export function Hours({ onSaved }: { onSaved: () => Promise<void> }) {
  const read = useRead('hours', (signal) => sellerApi.delivery.hours(undefined, { signal }))
  return (
    <SavedSection
      title={m.hours_title()}
      read={read}
      failed={m.hours_failed()}
      loading={m.hours_loading()}
      size="h-100 max-w-4xl"
    >
      {(saved) => <HoursForm read={saved} onSaved={onSaved} />}
    </SavedSection>
  )
}

const days = [1, 2, 3, 4, 5, 6, 7] as const
/** Before hours are saved the shop is always open; the form begins with the usual ones. */
const defaultHours: OpeningHoursInput = { week: days.map((day) => ({ day, from: '08:00', to: '20:00' })), closed: [] }

const dateText = (day: string) => formatDate(day, { dateStyle: 'full' })

/** Puts the typed day among the closed ones, or returns the error of its field. */
function addClosing(draft: HoursDraft): { change: Partial<HoursDraft> } | { errors: Record<string, string> } {
  const added = withClosing(draft, shopToday())
  return 'error' in added ? { errors: { closed: fieldErrorMessage(added.error, getLocale()) } } : added
}

function HoursForm({ read, onSaved }: { read: SavedHours; onSaved: () => Promise<void> }) {
  const [booked, setBooked] = useState<readonly BookedWindow[]>([])
  const settings = useSettingsForm<SavedHours, HoursDraft, { keepsBooked: true }>(read, {
    name: 'hours',
    draftOf: ({ hours }) => ({ ...(hours ?? defaultHours), closing: '' }),
    addTyped: addClosing,
    save: async ({ week, closed }, seen, how) => {
      const reply = await sellerApi.delivery.saveHours({ week, closed, seen, ...how })
      setBooked(reply.success ? [] : (reply.booked ?? []))
      return reply
    },
    readNow: () => sellerApi.delivery.hours(),
    onSaved,
  })
  const { saved, draft: hours, form } = settings
  const weekId = useId()

  function change(next: Partial<HoursDraft>) {
    settings.change(next)
    setBooked([])
  }
  function closeDay(element: HTMLFormElement | null) {
    const added = addClosing(hours)
    const { closed = 'errors' in added ? added.errors.closed : undefined } = incompleteFieldsOf(element)
    if (closed !== undefined) form.show({ closed }, element)
    else if ('change' in added) change(added.change)
  }
  // The list's error, or that of an entry, such as `closed.0`.
  const closedError = Object.entries(form.fields).find(([name]) => name.split('.')[0] === 'closed')?.[1]

  return (
    <Card className="max-w-4xl p-4 sm:p-6">
      <form onSubmit={settings.submit} noValidate className="grid grid-cols-1 gap-5">
        <p className="text-muted">{saved.hours ? m.hours_text() : m.hours_never()}</p>
        <fieldset aria-describedby={noteIds(weekId, undefined, form.fields.week)} className="grid grid-cols-1 gap-2">
          <legend className="sr-only">{m.hours_title()}</legend>
          <ul className="grid gap-1">
            {days.map((day) => (
              <DayHours
                key={day}
                day={day}
                week={hours.week}
                errors={form.fields}
                onChange={(week) => change({ week })}
              />
            ))}
          </ul>
          <FieldNotes id={weekId} error={form.fields.week} />
        </fieldset>
        <ClosedDays draft={hours} error={closedError} onChange={change} onClose={closeDay} />
        <LastChange {...saved} />
        <SettingsEnd
          settings={settings}
          save={m.hours_save()}
          details={
            <BookedAnswer
              booked={booked}
              pending={form.pending}
              onKeep={() => settings.saveAs({ keepsBooked: true })}
            />
          }
        >
          {(theirs) => <TheirHours {...(theirs.hours ?? defaultHours)} />}
        </SettingsEnd>
      </form>
    </Card>
  )
}

function TheirHours({ week, closed }: OpeningHoursInput) {
  return (
    <>
      <TheirValue name={m.hours_title()}>
        {openDaysOf(week).map(openDaysText).join(' · ') || m.hours_closed()}
      </TheirValue>
      {closed.length > 0 && <TheirValue name={m.hours_closed_days()}>{closed.map(dateText).join(' · ')}</TheirValue>}
    </>
  )
}

type BookedAnswerProps = { booked: readonly BookedWindow[]; pending: boolean; onKeep: () => void }

/** The orders outside the hours, and the button that keeps them and takes no more. */
function BookedAnswer({ booked, pending, onKeep }: BookedAnswerProps) {
  if (booked.length === 0) return null
  return (
    <>
      <BookedList booked={booked} />
      <p className="mt-3 mb-3">{m.hours_keep_booked_text()}</p>
      <Button variant="outline" aria-disabled={pending || undefined} onClick={onKeep}>
        {m.hours_keep_booked()}
      </Button>
    </>
  )
}

type DayHoursProps = {
  day: number
  week: OpeningHoursInput['week']
  /** By the name of the field, such as `week.0.from`. */
  errors: Readonly<Record<string, string>>
  onChange: (week: OpeningHoursInput['week']) => void
}

/** The spans in which the shop is open on a day of the week. */
function DayHours({ day, week, errors, onChange }: DayHoursProps) {
  const spans = week.flatMap((span, index) => (span.day === day ? [{ ...span, index }] : []))
  const next = nextSpan(day, spans)
  const setSpan = (index: number, changed: { from?: string; to?: string }) =>
    onChange(week.map((span, other) => (other === index ? { ...span, ...changed } : span)))
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1 border-line border-b py-2 last:border-0 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <p className="pt-2.5 font-medium">{dayName(day)}</p>
      <div className="grid gap-2">
        {spans.length === 0 && <p className="pt-2.5 text-muted">{m.hours_closed()}</p>}
        {spans.map(({ index, ...span }) => (
          <SpanHours
            key={index}
            name={`week.${index}`}
            span={span}
            errors={errors}
            onChange={(changed) => setSpan(index, changed)}
            onRemove={() => onChange(week.filter((_, other) => other !== index))}
          />
        ))}
        {next && week.length < deliveryLimits.openSpans && (
          <button
            type="button"
            aria-label={m.hours_add_of({ day: dayName(day) })}
            onClick={() => onChange([...week, next])}
            className="flex min-h-11 items-center gap-1 justify-self-start font-medium text-leaf hover:underline"
          >
            <Plus className="size-4" aria-hidden />
            {m.hours_add()}
          </button>
        )}
      </div>
    </li>
  )
}

type SpanHoursProps = {
  /** The name of the span; its fields' names begin with it. */
  name: string
  span: OpeningHoursInput['week'][number]
  errors: Readonly<Record<string, string>>
  onChange: (next: { from?: string; to?: string }) => void
  onRemove: () => void
}

/** From when until when the shop is open on a day, and what is wrong with it. */
function SpanHours({ name, span: { day, from, to }, errors, onChange, onRemove }: SpanHoursProps) {
  const id = useId()
  const errorOf = (field: 'from' | 'to') => errors[`${name}.${field}`]
  const error = errorOf('from') ?? errorOf('to')
  const fieldOf = (field: 'from' | 'to') => ({
    name: `${name}.${field}`,
    'aria-invalid': errorOf(field) ? true : undefined,
    'aria-describedby': error && `${id}-error`,
  })
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-1 max-sm:[&_input]:w-full max-sm:[&_input]:min-w-0 max-sm:[&_input]:flex-1 sm:gap-2">
        <Time
          {...fieldOf('from')}
          aria-label={m.hours_from_of({ day: dayName(day) })}
          value={from}
          onTime={(next) => onChange({ from: next })}
        />
        <span aria-hidden>–</span>
        <Time
          {...fieldOf('to')}
          aria-label={m.hours_to_of({ day: dayName(day) })}
          value={to === '24:00' ? '00:00' : to}
          onTime={(next) => onChange({ to: next === '00:00' ? '24:00' : next })}
        />
        <RemoveButton label={m.hours_remove_of({ day: dayName(day), from, to })} onRemove={onRemove} />
      </div>
      <FieldNotes id={id} error={error && `${dayName(day)}: ${error}`} />
    </div>
  )
}

type ClosedDaysProps = {
  draft: HoursDraft
  error: string | undefined
  onChange: (next: Partial<HoursDraft>) => void
  /** Called to close the typed day, with the form. */
  onClose: (element: HTMLFormElement | null) => void
}

/** The days on which the shop is closed. */
function ClosedDays({ draft: { closed, closing }, error, onChange, onClose }: ClosedDaysProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium">{m.hours_closed_days()}</legend>
      <ul className="grid gap-1 empty:hidden">
        {closed.map((day) => (
          <li key={day} className="flex items-center justify-between gap-4 rounded-tile bg-sunken ps-4">
            <time dateTime={day}>{dateText(day)}</time>
            <button
              type="button"
              aria-label={m.hours_open_again({ day: dateText(day) })}
              onClick={() => onChange({ closed: closed.filter((each) => each !== day) })}
              className="grid size-11 place-items-center"
            >
              <X className="size-4" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-start gap-3">
        <DateField
          label={m.hours_closed_day()}
          name="closed"
          value={closing}
          onDate={(day) => onChange({ closing: day })}
          error={error}
        />
        <Button
          variant="outline"
          onClick={({ currentTarget }) => onClose(currentTarget.form)}
          aria-disabled={closing === '' || undefined}
          className="sm:mt-8.5"
        >
          {m.hours_close_day()}
        </Button>
      </div>
    </fieldset>
  )
}

type TimeProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> & { onTime: (time: string) => void }

function Time({ onTime, ...input }: TimeProps) {
  return (
    <input
      {...input}
      type="time"
      required
      onChange={({ target }) => onTime(target.value)}
      // On a phone pressing the field opens the clock, and the room is needed for the time.
      className="figures min-h-11 rounded-full border border-edge bg-surface px-2.5 aria-invalid:border-tomato max-sm:[&::-webkit-calendar-picker-indicator]:hidden sm:px-4"
    />
  )
}
