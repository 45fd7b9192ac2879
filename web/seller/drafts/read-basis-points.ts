import { asciiDigits } from '../../../contract/values/ascii-digits.ts'

/**
 * Parses a percentage from 0 to 100 as people type it, `7`, `7.25`, `7,25`, `7%`, and Thai digits, and returns it in
 * basis points, hundredths of a percent. Returns undefined for other text, also for one with more than two decimals.
 */
export function readBasisPoints(input: string): number | undefined {
  const text = asciiDigits(input).trim().replace(',', '.')
  const [, whole = '', part = ''] = /^(\d*)(?:\.(\d{0,2}))?\s*%?$/.exec(text) ?? []
  if (whole + part === '') return undefined
  const value = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return value <= 10_000 ? value : undefined
}
