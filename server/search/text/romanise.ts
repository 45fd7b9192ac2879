/*
 * Romanised Thai. There are the official system (RTGS) and informal spellings; both are reduced to a phonetic key that
 * keeps their common part.
 */

/** Different spellings of one sound, applied in this order. */
const sounds: readonly [RegExp, string][] = [
  [/aeu|uea|eua|ueu|eu|ue/g, 'u'],
  [/ph|bp/g, 'p'],
  [/th|dt/g, 't'],
  [/kh/g, 'k'],
  [/ch|jh|sh/g, 'c'],
  [/j/g, 'c'],
  [/oo|ou/g, 'u'],
  [/ee|ii|ie|y$/g, 'i'],
  [/aa/g, 'a'],
  [/(?:ay|aai|aiy|ei|ey)/g, 'ai'],
  [/iao|iew|ieo|eaw|eow|iaw|io/g, 'iu'],
  [/ow|aow|aw(?=$|[^aeiou])/g, 'ao'],
  [/uai|uay|oie|uei/g, 'ui'],
  [/oe|er|ur(?=$|[^aeiou])/g, 'o'],
  [/ae|eh/g, 'e'],
  [/or(?=$|[^aeiou])/g, 'o'],
  [/ah/g, 'a'],
  [/v/g, 'w'],
  [/r/g, 'l'],
  [/([kptbdg])l/g, '$1'],
  [/g(?=$|[^n])/g, 'k'],
  [/b/g, 'p'],
  [/d/g, 't'],
  [/z/g, 's'],
  [/(.)\1+/g, '$1'],
]

/** Returns the key of a romanised Thai word or phrase, however its syllables were divided. Empty without letters. */
export function soundKey(latin: string): string {
  let key = spellingKey(latin).replace(/ng/g, 'N')
  for (const [pattern, sound] of sounds) key = key.replace(pattern, sound)
  return key
}

/** Returns a stricter key, which ignores only the division into syllables and signs. */
export const spellingKey = (latin: string): string => latin.toLowerCase().replace(/[^a-z]/g, '')
