/** Returns a tax ID without the spaces and dashes that people put between its digits. */
export const digitsOf = (typed: string) => typed.replace(/[\s-]/g, '')

/** Returns whether a text is thirteen digits whose last one follows from the others: weights 13 to 2, modulo 11. */
export function isTaxId(text: string): boolean {
  if (!/^[0-9]{13}$/.test(text)) return false
  let sum = 0
  for (let at = 0; at < 12; at += 1) sum += Number(text[at]) * (13 - at)
  return (11 - (sum % 11)) % 10 === Number(text[12])
}
