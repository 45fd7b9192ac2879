/*
 * English words as the search compares them: the singular, with one spelling for what British and American English write
 * differently by a rule. Words that differ otherwise (aubergine, eggplant) are in the list of words.
 */

const irregular: Readonly<Record<string, string>> = {
  leaves: 'leaf',
  loaves: 'loaf',
  halves: 'half',
  calves: 'calf',
  knives: 'knife',
  wives: 'wife',
  mice: 'mouse',
  geese: 'goose',
  teeth: 'tooth',
  feet: 'foot',
  children: 'child',
  men: 'man',
  women: 'woman',
  cookies: 'cookie',
  brownies: 'brownie',
  smoothies: 'smoothie',
  pies: 'pie',
  veggies: 'veggie',
  nappies: 'nappy',
  chillies: 'chilli',
  chilies: 'chilli',
  chili: 'chilli',
  chile: 'chilli',
  avocadoes: 'avocado',
  shoes: 'shoe',
  ties: 'tie',
  series: 'series',
  species: 'species',
  molasses: 'molasses',
  hummus: 'hummus',
  mince: 'minced',
  soya: 'soy',
  soyabean: 'soybean',
  doughnuts: 'doughnut',
  potatos: 'potato',
  tomatos: 'tomato',
  couscous: 'couscous',
  asparagus: 'asparagus',
  citrus: 'citrus',
  swiss: 'swiss',
  gas: 'gas',
  cos: 'cos',
  hass: 'hass',
  greens: 'greens',
  lays: 'lays',
}

/** Returns the singular of a folded English word. Words that are no plurals may change too, but always in the same way. */
export function singular(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined
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
