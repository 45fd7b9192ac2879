import type { OpeningHoursInput } from '../../../contract/entities/delivery.ts'
import type { FieldErrorCode } from '../../../contract/messages/field-errors.ts'
import { isDay } from '../../../contract/values/day.ts'

/** The values of the hours' form. `closing` is the typed day, which isn't among the closed ones yet. */
export type HoursDraft = OpeningHoursInput & { closing: string }

/** Returns the closed days with the typed one, or what is wrong with that; `today` is the shop's, as YYYY-MM-DD. */
export function withClosing(
  { closed, closing }: Pick<HoursDraft, 'closed' | 'closing'>,
  today: string,
): { change: Partial<HoursDraft> } | { error: FieldErrorCode } {
  if (closing === '') return { change: {} }
  if (!isDay(closing)) return { error: 'invalid' }
  if (closing < today) return { error: 'day_past' }
  return { change: { closed: [...new Set([...closed, closing])].sort(), closing: '' } }
}
