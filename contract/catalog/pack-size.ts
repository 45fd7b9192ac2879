import { asciiDigits } from '../values/ascii-digits.ts'
import { limits } from '../values/limits.ts'

/** The content of a pack, in whole grams, millilitres or pieces. */
export type PackSize = { amount: number; unit: 'g' | 'ml' | 'piece' }

/** More than any pack of a grocer holds: a ton. */
const maxUnits = 1_000_000

/** Grams or millilitres of a unit. Pounds and ounces are missing because they aren't whole grams. */
const measures: Readonly<Record<string, PackSize>> = {
  ...unitsOf('g', 1, 'g gr gm gram grams gramme grammes กรัม'),
  ...unitsOf('g', 100, 'ขีด'),
  ...unitsOf('g', 1000, 'kg kgs kilo kilos kilogram kilograms กก กิโล โล กิโลกรัม'),
  ...unitsOf('ml', 1, 'ml mls cc millilitre millilitres milliliter milliliters มล มิลลิลิตร ซีซี'),
  ...unitsOf('ml', 10, 'cl'),
  ...unitsOf('ml', 1000, 'l lt ltr litre litres liter liters ลิตร'),
}

/** Countable units and containers. A dozen is twelve pieces, a pair two. */
const pieces: Readonly<Record<string, PackSize>> = {
  ...unitsOf(
    'piece',
    1,
    'pc pcs piece pieces ea each egg eggs fruit fruits pepper peppers ear ears head heads bulb bulbs',
  ),
  ...unitsOf('piece', 1, 'bunch bunches sachet sachets pack packs bag bags box boxes bottle bottles can cans jar jars'),
  ...unitsOf('piece', 1, 'carton cartons tray trays tub tubs tube tubes roll rolls bar bars slice slices stick sticks'),
  ...unitsOf('piece', 1, 'ชิ้น ฟอง ลูก ผล ฝัก หัว กำ ซอง แพ็ก แพ็ค แพค ถุง กล่อง ขวด กระป๋อง กระปุก อัน เม็ด แผ่น ตัว ดอก ใบ'),
  ...unitsOf('piece', 1, 'ก้อน แท่ง มัด ต้น ม้วน ห่อ หลอด ถ้วย ถาด โถ พวง หวี ไม้'),
  ...unitsOf('piece', 2, 'pair pairs คู่'),
  ...unitsOf('piece', 12, 'doz dozen dozens โหล'),
}

const times = new Set(['x', '×', '✕', '*'])
/** "1 kg per bag", "pack of 6": words and signs that change nothing. */
const fillers = new Set(['/', 'per', 'of', 'ละ', 'ต่อ', 'จำนวน', 'ขนาด'])
const fractions: Readonly<Record<string, number>> = { '½': 500, '¼': 250, '¾': 750, half: 500, ครึ่ง: 500 }

/**
 * Reads the size of a pack that a seller wrote as free text, in English or Thai: "500 g", "1.5 kg", "6 x 330 ml",
 * "12 pcs", "1 โหล", "ถุง 500 กรัม". Returns null for anything that it can't read for certain ("about 500 g", "400-500
 * g", "2 lb"), a size that isn't whole grams, millilitres or pieces, and text longer than a product's weight may be.
 */
export function packSizeOf(text: string | null | undefined): PackSize | null {
  if (!text || text.length > limits.weight) return null
  const tokens = tokensOf(text)
  let size: PackSize = { amount: 1, unit: 'piece' }
  let counted = false
  for (const part of partsOf(tokens ?? [])) {
    const read = readPart(part)
    // Two measures in one text ("500 g x 2 kg") are no size.
    if (!read || (read.unit !== 'piece' && size.unit !== 'piece')) return null
    size = { amount: size.amount * read.amount, unit: read.unit === 'piece' ? size.unit : read.unit }
    if (size.amount > maxUnits) return null
    counted ||= read.named
  }
  // A number alone could mean anything.
  return counted ? size : null
}

/** Splits at the signs for "times". */
function partsOf(tokens: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const token of tokens) {
    if (times.has(token)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** Reads one number with its units: "330 ml", "6 bottles", "ถุง 500 กรัม". `named` if it has a unit. */
function readPart(tokens: readonly string[]): (PackSize & { named: boolean }) | null {
  let thousandths: number | undefined
  let measure: PackSize | undefined
  let piece: PackSize | undefined
  for (const token of tokens) {
    const number = thousandthsOf(token)
    const aMeasure = ownEntry(measures, token)
    const aPiece = ownEntry(pieces, token)
    if (number !== undefined) {
      if (thousandths !== undefined) return null
      thousandths = number
    } else if (aMeasure) {
      if (measure) return null
      measure = aMeasure
    } else if (aPiece) piece = piece && piece.amount > aPiece.amount ? piece : aPiece
    else if (!fillers.has(token)) return null
  }
  if (!thousandths) return null
  const { amount: per, unit } = measure ?? piece ?? { amount: 1, unit: 'piece' as const }
  const amount = (thousandths * per) / 1000
  if (!Number.isInteger(amount) || amount > maxUnits) return null
  return { amount, unit, named: Boolean(measure ?? piece) }
}

/** Splits a text into numbers, words and signs, or returns null if it has other characters. */
function tokensOf(text: string): string[] | null {
  const clean = asciiDigits(text.normalize('NFC').toLowerCase())
  const found = clean.match(/[0-9][0-9.,]*|[½¼¾×✕*/]|[\p{L}\p{M}]+|[^\s.()]/gu)
  if (!found) return null
  // "1/2 kg": a fraction rather than "per".
  const joined: string[] = []
  for (const token of found) {
    if (/^[0-9]/.test(token) && joined.at(-1) === '/' && /^[0-9]/.test(joined.at(-2) ?? '')) {
      const [over] = joined.splice(-2)
      joined.push(`${over}/${token}`)
    } else joined.push(token)
  }
  return joined
}

/** Reads "1.5", "1,5", "1,500", "1/2" or "½" as thousandths; undefined if it is no number. */
function thousandthsOf(token: string): number | undefined {
  const fraction = ownEntry(fractions, token)
  if (fraction !== undefined) return fraction
  if (!/^[0-9]/.test(token)) return undefined
  const [, over, under] = /^([0-9]{1,3})\/([0-9]{1,3})$/.exec(token) ?? []
  if (over && under) return (Number(over) * 1000) / Number(under)
  // A comma before three digits divides thousands, before fewer it is a decimal one.
  const plain = /^[0-9]{1,3},[0-9]{3}$/.test(token) ? token.replace(',', '') : token.replace(',', '.')
  const [, whole = '', decimals = ''] = /^([0-9]{1,7})(?:\.([0-9]{1,3}))?\.?$/.exec(plain) ?? []
  return whole ? Number(whole) * 1000 + Number(decimals.padEnd(3, '0')) : 0
}

function unitsOf(unit: PackSize['unit'], amount: number, words: string) {
  return Object.fromEntries(words.split(' ').map((word) => [word, { amount, unit }]))
}

function ownEntry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
