import type { PackSize } from '../../../contract/catalog/pack-size.ts'
import { packSizeOf } from '../../../contract/catalog/pack-size.ts'
import { fold } from './fold.ts'

/*
 * "5 kg", "๕ กก." and "ห้ากิโล" in a search. A product of that size comes first; others stay in the list.
 */

const folded = (words: string) => words.split(' ').map((word) => [fold(word), word] as const)

/** Units in their folded form, with a spelling that packSizeOf reads. */
const units = new Map([
  ...folded('g gr gram grams kg kgs kilo kilos kilogram kilograms ml l lt ltr litre litres liter liters cl'),
  ...folded('กรัม กก กิโล โล กิโลกรัม ขีด มล มิลลิลิตร ซีซี ลิตร โหล dozen pair คู่'),
  ...folded(
    'pc pcs piece pieces egg eggs fruit fruits pack packs bag bags box boxes bottle bottles sachet sachets ear ears',
  ),
  ...folded('ชิ้น ฟอง ลูก ผล ฝัก ซอง แพ็ก แพ็ค ถุง กล่อง ขวด หัว ถาด หวี แผ่น ก้อน'),
])
/** Units that are only a container or a shape: "a bottle of water" is water. */
const containers = new Set(
  [
    'แพ็ก แพ็ค ถุง กล่อง ขวด ซอง ถาด กำ ชิ้น ฟอง กิโล โล กก กรัม ลิตร โหล กิโลกรัม แผง ห่อ ถ้วย ลัง มัด กระปุก ถัง',
    'ลูก ผล ฝัก หัว เส้น กระป๋อง',
    'แก้ว แถว โคน กระสอบ ม้วน แพค ปี๊บ ใบ ตัว ช่อ กลีบ เม็ด แกลลอน ออนซ์ ปอนด์',
    'pack bag box bottle packet sachet piece kilo kg gram litre dozen carton tray bunch cup glass jar tub slice head bulb',
    'clove punnet gallon pint ounce oz pound lb pc can',
  ]
    .flatMap((words) => words.split(' '))
    .map(fold),
)
const numberWords = new Map(
  ['หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ', 'one two three four five six seven eight nine ten'].flatMap((words) =>
    words.split(' ').map((word, index) => [fold(word), index + 1] as const),
  ),
)
numberWords.set('ครึง', 0.5).set('half', 0.5)

/** Returns the number that a folded word means: 10, x10, ten. */
export const numberOf = (word: string): number | undefined =>
  /^x?[0-9.]+$/.test(word) ? Number(word.replace('x', '')) : numberWords.get(word)

/** Returns whether a folded word is a number too long for an amount. */
export const isLongNumber = (word: string): boolean => /^[0-9]{4,}$/.test(word)

/** Returns whether a folded word is a container, such as a bottle or a bag. */
export const isContainer = (word: string): boolean => containers.has(word)

/** Returns the size that a number and a folded unit mean together. */
export function sizeOf(number: number, unit: string): PackSize | undefined {
  const written = units.get(unit)
  return written === undefined ? undefined : (packSizeOf(`${number} ${written}`) ?? undefined)
}

/** The term of a size, which products of that size have. */
export const sizeTerm = ({ amount, unit }: PackSize): string => `@${amount}${unit}`
