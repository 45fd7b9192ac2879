import { getLocale } from '../messages/messages.ts'

/**
 * The Thai of the units in the catalogue's weights. Thai has a classifier for each kind of thing, so a number of pieces
 * can only be translated well if the seller writes the kind: "10 eggs" rather than "10 pcs".
 */
const thaiUnits: Readonly<Record<string, string>> = {
  g: 'กรัม',
  kg: 'กก.',
  ml: 'มล.',
  l: 'ลิตร',
  pc: 'ชิ้น',
  pcs: 'ชิ้น',
  piece: 'ชิ้น',
  pieces: 'ชิ้น',
  dozen: 'โหล',
  egg: 'ฟอง',
  eggs: 'ฟอง',
  fruit: 'ลูก',
  fruits: 'ลูก',
  pepper: 'ลูก',
  peppers: 'ลูก',
  ear: 'ฝัก',
  ears: 'ฝัก',
  head: 'หัว',
  heads: 'หัว',
  bunch: 'กำ',
  bunches: 'กำ',
  sachet: 'ซอง',
  sachets: 'ซอง',
  pack: 'แพ็ก',
  packs: 'แพ็ก',
  bag: 'ถุง',
  bags: 'ถุง',
  box: 'กล่อง',
  boxes: 'กล่อง',
  bottle: 'ขวด',
  bottles: 'ขวด',
  can: 'กระป๋อง',
  cans: 'กระป๋อง',
}

export type LocalizedWeight = {
  Weight: string
  /** The language of the words if it isn't the page's. */
  weightLang?: 'en' | 'th'
}

/** Returns whether the seller's text is a weight, not a number of pieces or a volume. */
export function isWeight(written: string): boolean {
  return /\d ?(?:g|kg|กรัม|กก\.?|กิโลกรัม|กิโล)$/i.test(written.trim())
}

/**
 * Returns a product's weight, which sellers write as free text, in the language of the page: a number with a known unit
 * is translated to Thai, other text is marked with its language.
 */
export function localizedWeight(written: string): LocalizedWeight {
  const isThai = /[\u0e00-\u0e7f]/.test(written)
  if (getLocale() === 'en') return { Weight: written, ...(isThai && { weightLang: 'th' }) }
  const [, amount, unit = ''] = /^(\d(?:[\d.,/ ×x]*\d)?) ?([a-z]+)$/i.exec(written.trim()) ?? []
  const thai = Object.hasOwn(thaiUnits, unit.toLowerCase()) && thaiUnits[unit.toLowerCase()]
  if (thai) return { Weight: `${amount} ${thai}` }
  return { Weight: written, ...(!isThai && { weightLang: 'en' }) }
}
