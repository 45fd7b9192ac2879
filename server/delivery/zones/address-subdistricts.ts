import { isCountry } from '../../../contract/delivery/thailand.ts'
import type { OrderAddress } from '../../../contract/entities/address.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'
import { allSubdistricts, type Subdistrict, subdistrictsOfPostcode } from './subdistricts.ts'

/** What says in which sub-district an address is. */
export type AddressText = Pick<OrderAddress, 'street' | 'city' | 'state' | 'zipcode' | 'country'>

/** Words before a name, and after it. */
type Words = { before: readonly string[]; after: readonly string[] }

const subdistrictWords: Words = {
  before: ['แขวง', 'ตำบล', ' ต', ' khwaeng', ' tambon', ' subdistrict', ' sub district'],
  after: ['subdistrict', 'sub district', 'khwaeng', 'tambon'],
}
/** The words before and after the names of roads and buildings. */
const roadWords: Words = {
  before: ['ถนน', ' ถ', 'ซอย', ' ซ', ' road', ' soi', ' thanon'],
  after: ['road', 'rd ', 'street', 'st ', 'alley', 'lane', 'soi', 'tower', 'building'],
}
/** The words before and after the names of roads, buildings and districts. */
const otherWords: Words = {
  before: [...roadWords.before, 'เขต', 'อำเภอ', ' อ', ' khet', ' amphoe'],
  after: [...roadWords.after, 'district', 'khet'],
}
const districtPrefixes = ['เขต', 'อำเภอ', 'อ ', 'khet ', 'amphoe ']

/**
 * Returns the sub-districts in which an address may be. Of those of its postcode, the first of these that aren't empty:
 *
 * 1. Those that its street or city names and calls a sub-district, or names with their district after them.
 * 2. Those that it merely names, as a road or a station may have the name too; if the city names a district, only those
 *    of that district.
 * 3. All of the district that the city names, or else of the one that the street names.
 * 4. All of the postcode.
 *
 * If the city names a district that contradicts the postcode instead, that district's are possible as well, and alone
 * if the district is of the named province and the postcode isn't: then the postcode is mistyped. So is a postcode of
 * Thailand that doesn't exist: then returns those of the province and district that the address names. Empty if nothing
 * is found, and outside Thailand, unless the address names a district of its Thai postcode.
 */
export function subdistrictsOfAddress(address: AddressText): readonly Subdistrict[] {
  const { street, city, state, zipcode, country } = address
  const text = ` ${[street, city].map(plain).join(' ')} `
  const cityAt = ` ${plain(street)} `.length
  const ofPostcode = subdistrictsOfPostcode(asciiDigits(String(zipcode)).trim())
  // The country of an address is free text.
  const isThai = isCountry(country, 'TH')
  if (isThai && ofPostcode.length === 0) return subdistrictsNamedIn(`${text}${plain(state)} `)
  const all = isThai || ofPostcode.some((subdistrict) => namesDistrict(text, subdistrict)) ? ofPostcode : []
  const contradicting = isThai ? contradictingDistrict(address, all) : []
  const ofState = contradicting.filter((each) => namesProvince(plain(state), each))
  if (ofState.length > 0 && !all.some((each) => namesProvince(plain(state), each))) return ofState
  return [...meantIn({ text, cityAt }, all), ...contradicting]
}

/** The street and city of an address in one line, and where the city begins in it. */
type Line = { text: string; cityAt: number }

/** Returns those of a postcode's sub-districts that an address means. */
function meantIn(line: Line, all: readonly Subdistrict[]): readonly Subdistrict[] {
  if (all.length < 2) return all
  const found = all.flatMap((subdistrict) => occurrences(line, subdistrict))
  // A name within a longer one isn't meant: คลองเตย in คลองเตยเหนือ.
  const isWithinLonger = (each: TextRange) =>
    found.some((other) => other.start <= each.start && other.end >= each.end && lengthOf(other) > lengthOf(each))
  const meant = found.filter((each) => !isWithinLonger(each))
  const explicit = meant.filter(({ kind }) => kind === 'explicit')
  if (explicit.length > 0) return unique(explicit)
  const districtIn = (subdistrict: Subdistrict, from: number) =>
    districtsIn(line.text, subdistrict).some(
      (each) => each.start >= from && !hasWords(around(line, each), roadWords) && !isWithinLonger(each),
    )
  const inCity = all.filter((subdistrict) => districtIn(subdistrict, line.cityAt))
  const districts = new Set(all.flatMap(({ district, districtTh }) => [plain(district), districtTh]))
  const named = meant.filter(
    ({ kind, subdistrict }) =>
      kind === 'name' &&
      !districts.has(plain(subdistrict.name)) &&
      !districts.has(subdistrict.nameTh) &&
      (inCity.length === 0 || inCity.includes(subdistrict)),
  )
  if (named.length > 0) return unique(named)
  if (inCity.length > 0) return inCity
  const ofDistrict = all.filter((subdistrict) => districtIn(subdistrict, 0))
  return ofDistrict.length > 0 ? ofDistrict : all
}

/**
 * Returns the sub-districts of the district that an address has instead of one of its postcode's: in the province of
 * either. Empty if its city names a district or sub-district of the postcode, or none that is known.
 */
function contradictingDistrict({ city, state }: AddressText, ofPostcode: readonly Subdistrict[]): Subdistrict[] {
  const text = ` ${plain(city)} `
  const names = ({ name, nameTh }: Subdistrict) => positionsOf(text, [plain(name), nameTh]).length > 0
  if (ofPostcode.some((each) => namesDistrict(text, each) || names(each))) return []
  const provinces = new Set([state.trim(), ...ofPostcode.map(({ province }) => province)])
  return allSubdistricts().filter(
    (each) => (provinces.has(each.province) || provinces.has(each.provinceTh)) && namesDistrict(text, each),
  )
}

/**
 * Returns the sub-districts of the districts that a text names, within the provinces that it names: all of those
 * provinces if it names no district, and none if it names no province.
 */
function subdistrictsNamedIn(text: string): readonly Subdistrict[] {
  const ofProvince = allSubdistricts().filter((each) => namesProvince(text, each))
  const ofDistrict = ofProvince.filter((subdistrict) => namesDistrict(text, subdistrict))
  return ofDistrict.length > 0 ? ofDistrict : ofProvince
}

/** Returns where a text has the name of a sub-district's district. */
const districtsIn = (text: string, { district, districtTh }: Subdistrict) =>
  positionsOf(text, [plain(district), districtTh])
const namesDistrict = (text: string, subdistrict: Subdistrict) => districtsIn(text, subdistrict).length > 0

const namesProvince = (text: string, { province, provinceTh }: Subdistrict) =>
  positionsOf(text, [plain(province), provinceTh, ...(province === 'Bangkok' ? ['กรุงเทพ', 'กทม'] : [])]).length > 0

/** Where a text has a name: from its first character to the one after its last. */
type TextRange = { start: number; end: number }
type Occurrence = TextRange & { subdistrict: Subdistrict; kind: 'explicit' | 'name' | 'other' }

const lengthOf = ({ start, end }: TextRange) => end - start
const unique = (found: readonly Occurrence[]) => [...new Set(found.map(({ subdistrict }) => subdistrict))]

function occurrences(line: Line, subdistrict: Subdistrict): Occurrence[] {
  const name = plain(subdistrict.name)
  return positionsOf(line.text, [subdistrict.nameTh, name, name.replaceAll(' ', '')]).map((range) => {
    return { subdistrict, ...range, kind: kindOf(around(line, range), subdistrict) }
  })
}

type Around = [ahead: string, rest: string]

/** Returns what a line has before and after a range: the street's last word is not before the city. */
const around = ({ text, cityAt }: Line, { start, end }: TextRange): Around => [
  text.slice(start < cityAt ? 0 : cityAt - 1, start).trimEnd(),
  text.slice(end).trimStart(),
]

const hasWords = ([ahead, rest]: Around, { before, after }: Words): boolean =>
  before.some((each) => ahead.endsWith(each)) || after.some((each) => rest.startsWith(each))

function kindOf(text: Around, { district, districtTh }: Subdistrict): Occurrence['kind'] {
  if (hasWords(text, subdistrictWords)) return 'explicit'
  if (hasWords(text, otherWords)) return 'other'
  const [, rest] = text
  const kind = districtPrefixes.find((each) => rest.startsWith(each)) ?? ''
  const next = rest.slice(kind.length).trimStart()
  return next.startsWith(plain(district)) || next.startsWith(districtTh) ? 'explicit' : 'name'
}

/** Returns where a text has names: whole words, if they are in Latin letters. */
function positionsOf(text: string, names: readonly string[]): TextRange[] {
  return [...new Set(names)].flatMap((name) => {
    const found: TextRange[] = []
    for (let start = text.indexOf(name); start !== -1 && name !== ''; start = text.indexOf(name, start + 1)) {
      const end = start + name.length
      const isLatin = /^[a-z]/.test(name)
      if (!isLatin || !(/[a-z0-9]/.test(text[start - 1] ?? '') || /[a-z0-9]/.test(text[end] ?? '')))
        found.push({ start, end })
    }
    return found
  })
}

/** Returns a text in lower case, with single spaces instead of punctuation. */
function plain(text: string): string {
  return asciiDigits(text.normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9\u0e00-\u0e7f]+/g, ' ')
    .trim()
}
