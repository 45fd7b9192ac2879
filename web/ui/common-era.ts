/** Years from this one on are typed in the Buddhist era, as Thai screens and calendars print them: 2569 is 2026. */
const firstBuddhistYear = 2400
const buddhistYearsAhead = 543

/** Returns a date that begins with its year in the common era: `2026-12-05` for `2569-12-05`. */
export function inCommonEra(date: string): string {
  return date.replace(/^\d{4}(?=-)/, (year) =>
    Number(year) >= firstBuddhistYear ? String(Number(year) - buddhistYearsAhead) : year,
  )
}
