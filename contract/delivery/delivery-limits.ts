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
  /** The latest time that can be promised to ASAP orders. */
  asapMinutes: { least: 15, most: 240 },
} as const

/** Returns the smallest cut-off of a weekly delivery time, in minutes before its start: a minute before its end. */
export const minCutOff = ({ starts, ends }: { starts: number; ends: number }): number => starts - ends + 1
