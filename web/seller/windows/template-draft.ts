import type { WindowTemplate, WindowTemplateInput } from '../../../contract/calls/windows.ts'
import { deliveryLimits, minCutOff } from '../../../contract/delivery/delivery-limits.ts'
import { clockText } from '../../../contract/values/clock-text.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import { type DraftError, readSumField, readWholeField } from '../drafts/read-fields.ts'
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

export type DraftErrors = Partial<Record<keyof TemplateDraft, DraftError>>

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
  const whole = (field: 'capacity' | 'cutOff', { least, most }: { least: number; most: number }): number => {
    const { value, wrong } = readWholeField(draft[field], { min: least, max: most })
    if (wrong) errors[field] = wrong
    return value ?? least
  }
  const clock = (field: 'starts' | 'ends'): number => {
    const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(draft[field])
    if (match) return Number(match[1]) * 60 + Number(match[2])
    errors[field] = { error: draft[field] === '' ? 'required' : 'invalid' }
    return 0
  }
  if (draft.days.length === 0) errors.days = { error: 'required' }
  const starts = clock('starts')
  const ends = clock('ends') || 1440
  if (!errors.starts && !errors.ends && ends <= starts) errors.ends = { error: 'window_ends_first' }
  const { value: fee = cents(0), wrong: wrongFee } = readSumField(draft.fee)
  if (wrongFee) errors.fee = wrongFee
  const input: WindowTemplateInput = {
    days: [...draft.days].sort(),
    starts,
    ends,
    capacity: whole('capacity', deliveryLimits.windowCapacity),
    cutOff: whole('cutOff', deliveryLimits.cutOffMinutes),
    ...(fee > 0 ? { fee: toWire(fee) } : {}),
    ...(draft.zones.length > 0 ? { zones: draft.zones } : {}),
    active: draft.active,
  }
  const least = minCutOff(input)
  if (!errors.starts && !errors.ends && !errors.cutOff && input.cutOff < least)
    errors.cutOff = { error: 'window_cut_off', values: { least } }
  return Object.keys(errors).length > 0 ? { errors } : { input }
}
