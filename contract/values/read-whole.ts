import { asciiDigits } from './ascii-digits.ts'

/**
 * Parses a whole number as people type it: `1000`, `1,000`, `1 000`, `-30`, and Thai digits. Returns undefined for
 * other text, and for a number below `min` or above `max`.
 */
export function readWhole(input: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
  const text = asciiDigits(input).replace(/\s/g, '').replace('−', '-')
  if (!/^-?(\d+|[1-9]\d{0,2}(,\d{3})+)$/.test(text)) return undefined
  // The sum of -0 and 0 is 0.
  const value = Number(text.replaceAll(',', '')) + 0
  return value >= min && value <= max ? value : undefined
}
