/** Limits of delivery. Apart, so that only the screens that need them carry them. */
export const deliveryLimits = {
  zones: 200,
  zoneName: 60,
  feeTiers: 10,
  /** Postcodes, and sub-districts, of one zone. */
  areas: 1000,
  rideMinutes: 600,
  /** Spans of opening hours in a week, and closed days that are kept. */
  openSpans: 50,
  closedDays: 200,
  /** Pickers, and riders, who work at the same time. */
  staff: 50,
  /** After how many minutes an unconfirmed order follows the owner's rule. */
  unconfirmedMinutes: { least: 6, most: 240 },
  /** Orders of a delivery window. */
  windowCapacity: { least: 0, most: 10_000 },
  /** Until when a window takes orders, in minutes before its start; negative: after it, before its end. */
  cutOffMinutes: { least: -1439, most: 6 * 24 * 60 },
  /** The latest time that can be promised to ASAP orders. */
  asapMinutes: { least: 15, most: 240 },
} as const

/** Returns the smallest cut-off of a weekly template, in minutes before its start: a minute before its end. */
export const minCutOff = ({ starts, ends }: { starts: number; ends: number }): number => starts - ends + 1
