import { isCountry } from '../../contract/delivery/thailand.ts'
import type { OrderAddress } from '../../contract/entities/address.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { allSubdistricts, type Subdistrict, subdistrictsOfPostcode } from './subdistricts.ts'

/** What says in which sub-district an address is. */
export type AddressText = Pick<OrderAddress, 'street' | 'city' | 'state' | 'zipcode' | 'country'>

/** What is written before the name of a sub-district. */
const subdistrictPrefixes = ['แขวง', 'ตำบล', ' ต', ' khwaeng', ' tambon', ' subdistrict', ' sub district']
/** What is written after it. */
const subdistrictSuffixes = ['subdistrict', 'sub district', 'khwaeng', 'tambon']
/** What is written before the name of a road or a district. */
const otherPrefixes = ['ถนน', ' ถ', 'ซอย', ' ซ', 'เขต', 'อำเภอ', ' อ', ' road', ' soi', ' thanon', ' khet', ' amphoe']
const otherSuffixes = ['road', 'rd ', 'street', 'st ', 'alley', 'lane', 'soi', 'district', 'khet', 'tower', 'building']
const districtPrefixes = ['เขต', 'อำเภอ', 'อ ', 'khet ', 'amphoe ']

/**
 * Returns the sub-districts in which an address may be: of its postcode, those that its street or city names. One that
 * is called a sub-district, or is followed by its district, counts before a mere name, which may be a road's. If none
 * is named, all of the district that is named; if none is, all of the postcode.
 *
 * In Thailand a postcode that isn't one is mistyped: then those of the province and district that are named. A district
 * that contradicts the postcode is possible too. Empty if the country isn't Thailand, unless the address names a
 * district of its Thai postcode, and if nothing is found.
 */
export function subdistrictsOfAddress(address: AddressText): readonly Subdistrict[] {
  const { street, city, state, zipcode, country } = address
  const text = ` ${[street, city].map(plain).join(' ')} `
  const ofPostcode = subdistrictsOfPostcode(asciiDigits(String(zipcode)).trim())
  // The country of an address is free text.
  const isThai = isCountry(country, 'TH')
  if (isThai && ofPostcode.length === 0) return subdistrictsNamedIn(`${text}${plain(state)} `)
  const all = isThai || ofPostcode.some((subdistrict) => namesDistrict(text, subdistrict)) ? ofPostcode : []
  return [...meantIn(text, all), ...(isThai ? contradictingDistrict(address, all) : [])]
}

/** Returns those of a postcode's sub-districts that a text means. */
function meantIn(text: string, all: readonly Subdistrict[]): readonly Subdistrict[] {
  if (all.length < 2) return all
  const found = all.flatMap((subdistrict) => occurrences(text, subdistrict))
  // A name within a longer one isn't meant: คลองเตย in คลองเตยเหนือ.
  const meant = found.filter(
    (each) =>
      !found.some((other) => other.start <= each.start && other.end >= each.end && lengthOf(other) > lengthOf(each)),
  )
  const explicit = meant.filter(({ kind }) => kind === 'explicit')
  if (explicit.length > 0) return unique(explicit)
  const districts = new Set(all.flatMap(({ district, districtTh }) => [plain(district), districtTh]))
  const named = meant.filter(
    ({ kind, subdistrict }) =>
      kind === 'name' && !districts.has(plain(subdistrict.name)) && !districts.has(subdistrict.nameTh),
  )
  if (named.length > 0) return unique(named)
  const ofDistrict = all.filter((subdistrict) => namesDistrict(text, subdistrict))
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
  const ofProvince = allSubdistricts().filter(
    ({ province, provinceTh }) =>
      positionsOf(text, [plain(province), provinceTh, ...(province === 'Bangkok' ? ['กรุงเทพ', 'กทม'] : [])]).length > 0,
  )
  const ofDistrict = ofProvince.filter((subdistrict) => namesDistrict(text, subdistrict))
  return ofDistrict.length > 0 ? ofDistrict : ofProvince
}

const namesDistrict = (text: string, { district, districtTh }: Subdistrict) =>
  positionsOf(text, [plain(district), districtTh]).length > 0

type Occurrence = { subdistrict: Subdistrict; start: number; end: number; kind: 'explicit' | 'name' | 'other' }

const lengthOf = ({ start, end }: Occurrence) => end - start
const unique = (found: readonly Occurrence[]) => [...new Set(found.map(({ subdistrict }) => subdistrict))]

function occurrences(text: string, subdistrict: Subdistrict): Occurrence[] {
  const name = plain(subdistrict.name)
  return positionsOf(text, [subdistrict.nameTh, name, name.replaceAll(' ', '')]).map(({ start, end }) => {
    const ahead = text.slice(0, start).trimEnd()
    const rest = text.slice(end).trimStart()
    return { subdistrict, start, end, kind: kindOf(ahead, rest, subdistrict) }
  })
}

function kindOf(ahead: string, rest: string, { district, districtTh }: Subdistrict): Occurrence['kind'] {
  if (
    subdistrictPrefixes.some((each) => ahead.endsWith(each)) ||
    subdistrictSuffixes.some((each) => rest.startsWith(each))
  )
    return 'explicit'
  if (otherPrefixes.some((each) => ahead.endsWith(each)) || otherSuffixes.some((each) => rest.startsWith(each)))
    return 'other'
  const kind = districtPrefixes.find((each) => rest.startsWith(each)) ?? ''
  const next = rest.slice(kind.length).trimStart()
  return next.startsWith(plain(district)) || next.startsWith(districtTh) ? 'explicit' : 'name'
}

/** Returns where a text has names: whole words, if they are in Latin letters. */
function positionsOf(text: string, names: readonly string[]): { start: number; end: number }[] {
  return [...new Set(names)].flatMap((name) => {
    const found: { start: number; end: number }[] = []
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
