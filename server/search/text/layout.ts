/*
 * Text typed in the other keyboard layout: Thai words with a US keyboard, or English ones with the Thai layout
 * (Kedmanee, TIS 820-2538).
 */

const rows: readonly [us: string, thai: string][] = [
  ['`1234567890-=', '_ๅ/-ภถุึคตจขช'],
  ['qwertyuiop[]\\', 'ๆไำพะัีรนยบลฃ'],
  ["asdfghjkl;'", 'ฟหกดเ้่าสวง'],
  ['zxcvbnm,./', 'ผปแอิืทมใฝ'],
  ['~!@#$%^&*()_+', '%+๑๒๓๔ู฿๕๖๗๘๙'],
  ['QWERTYUIOP{}|', '๐"ฎฑธํ๊ณฯญฐ,ฅ'],
  ['ASDFGHJKL:"', 'ฤฆฏโฌ็๋ษศซ.'],
  ['ZXCVBNM<>?', '()ฉฮฺ์?ฒฬฦ'],
]

const pairs = rows.flatMap(([us, thai]) => [...us].map((key, index) => [key, [...thai][index] as string] as const))
const toThai = new Map(pairs)
// The digits and signs that Thai keys share with US keys mean themselves.
const toLatin = new Map(pairs.filter(([, thai]) => /[\u0e00-\u0e7f]/.test(thai)).map(([us, thai]) => [thai, us]))

/**
 * Returns the text of the same keys in the other layout; undefined if the text can't have been typed by mistake,
 * because it has letters of both scripts or of neither.
 */
export function otherLayout(typed: string): string | undefined {
  const thai = /[\u0e00-\u0e7f]/.test(typed)
  const latin = /[a-z]/i.test(typed)
  if (thai === latin) return undefined
  const table = latin ? toThai : toLatin
  return [...typed].map((letter) => table.get(letter) ?? letter).join('')
}
