import { getLocale } from '../messages/messages.ts'

/** The units that the catalogue's weights end in, as Thai shelves write them. */
const thaiUnits: Readonly<Record<string, string>> = {
  g: 'กรัม',
  kg: 'กก.',
  ml: 'มล.',
  l: 'ลิตร',
  pc: 'ชิ้น',
  pcs: 'ชิ้น',
}

export type WeightWords = {
  Weight: string
  /** The language of the words where it isn't the page's. */
  weightLang?: 'en' | 'th'
}

/** Whether what the seller wrote is a weight, and not a number of pieces or a volume. */
export function isWeight(written: string): boolean {
  return /\d ?(?:g|kg|กรัม|กก\.?|กิโลกรัม|กิโล)$/i.test(written.trim())
}

/**
 * A product's weight, which a seller wrote in whatever words, in the language of the page: a number and a unit that are
 * known are said in Thai, other words are marked with their language.
 */
export function weightWords(written: string): WeightWords {
  const isThai = /[\u0e00-\u0e7f]/.test(written)
  if (getLocale() === 'en') return { Weight: written, ...(isThai && { weightLang: 'th' }) }
  const [, amount, unit = ''] = /^(\d(?:[\d.,/ ×x]*\d)?) ?([a-z]+)$/i.exec(written.trim()) ?? []
  const thai = Object.hasOwn(thaiUnits, unit.toLowerCase()) && thaiUnits[unit.toLowerCase()]
  if (thai) return { Weight: `${amount} ${thai}` }
  return { Weight: written, ...(!isThai && { weightLang: 'en' }) }
}
