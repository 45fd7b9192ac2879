import type { Place } from '../../contract/entities/delivery.ts'
import type { Language } from '../../contract/values/languages.ts'
import { getLocale } from '../messages/messages.ts'

/** Returns the name of a sub-district. */
export function subdistrictName({ name, nameTh }: Pick<Place, 'name' | 'nameTh'>): string {
  return getLocale() === 'th' ? nameTh : name
}

/** Returns sub-district and district, as an address has them: `Si Lom, Bang Rak`, `แขวงสีลม เขตบางรัก`. */
export function placeName(
  { name, nameTh, district, districtTh, province }: Place,
  language: Language = getLocale(),
): string {
  if (language === 'en') return `${name}, ${district}`
  return province === 'Bangkok' ? `แขวง${nameTh} เขต${districtTh}` : `ต.${nameTh} อ.${districtTh}`
}

/** Returns the name of a province in a language, the page's unless given. */
export function provinceName(
  { province, provinceTh }: Pick<Place, 'province' | 'provinceTh'>,
  language: Language = getLocale(),
): string {
  return language === 'th' ? provinceTh : province
}

/** Returns the name of a district in the page's language. */
export function districtName({ district, districtTh }: Pick<Place, 'district' | 'districtTh'>): string {
  return getLocale() === 'th' ? districtTh : district
}
