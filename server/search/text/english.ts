/*
 * English words as the search compares them: the singular, with one spelling for regular differences of British and
 * American English. Words that differ otherwise (aubergine, eggplant) are in the list of words.
 */

const irregularForms = new Map(
  [
    'leaves leaf, loaves loaf, halves half, knives knife, mice mouse, geese goose, teeth tooth, feet foot, children child',
    'men man, women woman, cookies cookie, brownies brownie, smoothies smoothie, pies pie, veggies veggie, ties tie',
    'shoes shoe, chillies chilli, chilies chilli, chili chilli, chile chilli, mince minced, soya soy, soyabean soybean',
    'toms tomato, series series, species species, molasses molasses, greens greens, lays lays',
  ].flatMap((line) => line.split(', ').map((pair) => pair.split(' ') as [string, string])),
)

/**
 * Returns the stem of a folded English word: the singular of a plural. Other words may change too, but always in the
 * same way.
 */
export function singular(word: string): string {
  const known = irregularForms.get(word)
  if (known) return known
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return british(word)
  if (word.endsWith('ies')) return british(`${word.slice(0, -3)}y`)
  if (/(?:x|z|ch|sh|ss|o)es$/.test(word)) return british(word.slice(0, -2))
  return british(word.slice(0, -1))
}

/** Spells a word the British way: flavor, pasteurized, fiber, yogurt. */
function british(word: string): string {
  return word
    .replace(/^(flav|col|sav|hon)or/, '$1our')
    .replace(/(?<=.{4})iz(e|ed|er|ing)$/, 'is$1')
    .replace(/^(fib|lit|cent|calib)er$/, '$1re')
    .replace(/^yogo?h?urt$/, 'yoghurt')
    .replace(/^gray$/, 'grey')
}
