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

/**
 * Returns the Thai of a product's weight, which sellers write as free text: of a number with a known unit, as in "500
 * g"; otherwise undefined.
 */
export function thaiWeight(written: string): string | undefined {
  const [, amount, unit = ''] = /^(\d(?:[\d.,/ ×x]*\d)?) ?([a-z]+)$/i.exec(written.trim()) ?? []
  const thai = Object.hasOwn(thaiUnits, unit.toLowerCase()) && thaiUnits[unit.toLowerCase()]
  return thai ? `${amount} ${thai}` : undefined
}
