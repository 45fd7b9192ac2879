import { countCaps } from './limits.ts'

/** Returns a count for people. Rows are counted up to `countCaps.all`, which is shown as "1,000+". */
export const cappedCount = (count: number): string =>
  count >= countCaps.all ? `${countCaps.all.toLocaleString('en')}+` : count.toLocaleString('en')
