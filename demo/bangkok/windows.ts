import type { TemplateRow } from '../../server/delivery/windows/template-queries.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const weekdays = [1, 2, 3, 4, 5]
const weekend = [6, 7]
const hour = 60

type Template = Omit<TemplateRow, 'id' | 'zoneIds' | 'active'>

/**
 * The weekly delivery times of the demo that DEMO=bangkok opens: two hours each, the evening of working days costs
 * more.
 */
export const bangkokWindows: Template[] = [
  { days: everyDay, starts: 9 * hour, ends: 11 * hour, capacity: 8, cutOffMinutes: 60, feeCents: 0 },
  { days: everyDay, starts: 11 * hour, ends: 13 * hour, capacity: 8, cutOffMinutes: 60, feeCents: 0 },
  { days: everyDay, starts: 13 * hour, ends: 15 * hour, capacity: 8, cutOffMinutes: 60, feeCents: 0 },
  { days: everyDay, starts: 15 * hour, ends: 17 * hour, capacity: 8, cutOffMinutes: 60, feeCents: 0 },
  { days: weekdays, starts: 17 * hour, ends: 19 * hour, capacity: 6, cutOffMinutes: 90, feeCents: 2000 },
  { days: weekend, starts: 17 * hour, ends: 19 * hour, capacity: 8, cutOffMinutes: 60, feeCents: 0 },
  { days: everyDay, starts: 19 * hour, ends: 21 * hour, capacity: 6, cutOffMinutes: 60, feeCents: 0 },
]
