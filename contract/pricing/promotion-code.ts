import { asciiDigits } from '../values/ascii-digits.ts'

/**
 * Returns a promotion's code as it is stored: in upper case, with the digits 0 to 9, without the spaces that a keyboard
 * adds.
 */
export const normalCode = (typed: string): string => asciiDigits(typed.replace(/\s/g, '').toUpperCase().slice(0, 100))
