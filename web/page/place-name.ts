import type { Place } from '../../contract/entities/delivery.ts'
import { getLocale } from '../messages/messages.ts'

/** Returns the name of a sub-district. */
export function subdistrictName({ name, nameTh }: Pick<Place, 'name' | 'nameTh'>): string {
  return getLocale() === 'th' ? nameTh : name
}

/** Returns sub-district and district, as an address has them: `Si Lom, Bang Rak`, `แขวงสีลม เขตบางรัก`. */
export function placeName({ name, nameTh, district, districtTh, province }: Place): string {
  if (getLocale() === 'en') return `${name}, ${district}`
  return province === 'Bangkok' ? `แขวง${nameTh} เขต${districtTh}` : `ต.${nameTh} อ.${districtTh}`
}

/** Returns the name of a province in the page's language. */
export function provinceName({ province, provinceTh }: Pick<Place, 'province' | 'provinceTh'>): string {
  return getLocale() === 'th' ? provinceTh : province
}

/** Returns the name of a district in the page's language. */
export function districtName({ district, districtTh }: Pick<Place, 'district' | 'districtTh'>): string {
  return getLocale() === 'th' ? districtTh : district
}
