import type { WindowTemplate, WindowTemplateInput } from '../../../contract/calls/windows.ts'
import { readPrice } from '../../../contract/catalog/read-price.ts'
import { minCutOff } from '../../../contract/delivery/delivery-limits.ts'
import type { FieldErrorCode } from '../../../contract/messages/field-errors.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'
import { clockText } from '../../../contract/values/clock-text.ts'
import { type Cents, toWire } from '../../../contract/values/money.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'
import { priceText } from '../ui/price-text.ts'

/** The values of a template's form: texts as they are typed. */
export type TemplateDraft = {
  days: number[]
  starts: string
  ends: string
  capacity: string
  cutOff: string
  fee: string
  zones: string[]
  active: boolean
}

export type DraftErrors = Partial<
  Record<keyof TemplateDraft, { error: FieldErrorCode; values?: Record<string, string | number> }>
>

/** The fields of an empty form. */
export const emptyTemplate: TemplateDraft = {
  days: [1, 2, 3, 4, 5, 6, 7],
  starts: '09:00',
  ends: '11:00',
  capacity: '10',
  cutOff: '120',
  fee: '',
  zones: [],
  active: true,
}

/** Returns a template as the form shows it. A time field can't show 24:00, so an end at midnight is 00:00. */
export function draftOf(template: WindowTemplate): TemplateDraft {
  return {
    days: template.days,
    starts: clockText(template.starts),
    ends: clockText(template.ends % 1440),
    capacity: String(template.capacity),
    cutOff: String(template.cutOff),
    fee: template.fee > 0 ? priceText(template.fee) : '',
    zones: template.zones ?? [],
    active: template.active,
  }
}

/** Parses the typed fields; returns the template, or the errors of the fields. */
export function readTemplate(draft: TemplateDraft): { input: WindowTemplateInput } | { errors: DraftErrors } {
  const errors: DraftErrors = {}
  const whole = (field: 'capacity' | 'cutOff', min: number, max: number): number => {
    const read = readWhole(draft[field], { min, max })
    if (read !== undefined) return read
    errors[field] = draft[field].trim() === '' ? { error: 'required' } : { error: 'whole_number', values: { min, max } }
    return min
  }
  const clock = (field: 'starts' | 'ends'): number => {
    const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(draft[field])
    if (match) return Number(match[1]) * 60 + Number(match[2])
    errors[field] = { error: draft[field] === '' ? 'required' : 'invalid' }
    return 0
  }
  const money = (): number => {
    const text = asciiDigits(draft.fee).trim()
    if (text === '' || /^0+([.,]0*)?$/.test(text)) return 0
    const read = readPrice(draft.fee)
    if (read.error === undefined) return toWire(read.cents as Cents)
    errors.fee = {
      error: read.error === 'price' ? 'amount' : read.error,
      ...(read.values && { values: { ...read.values } }),
    }
    return 0
  }
  if (draft.days.length === 0) errors.days = { error: 'required' }
  const starts = clock('starts')
  const ends = clock('ends') || 1440
  if (!errors.starts && !errors.ends && ends <= starts) errors.ends = { error: 'window_ends_first' }
  const fee = money()
  const input: WindowTemplateInput = {
    days: [...draft.days].sort(),
    starts,
    ends,
    capacity: whole('capacity', 0, 10_000),
    cutOff: whole('cutOff', -1439, 6 * 24 * 60),
    ...(fee > 0 ? { fee } : {}),
    ...(draft.zones.length > 0 ? { zones: draft.zones } : {}),
    active: draft.active,
  }
  const least = minCutOff(input)
  if (!errors.starts && !errors.ends && !errors.cutOff && input.cutOff < least)
    errors.cutOff = { error: 'window_cut_off', values: { least } }
  return Object.keys(errors).length > 0 ? { errors } : { input }
}
