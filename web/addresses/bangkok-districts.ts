/*
 * The districts (khet) of Bangkok by postcode, the one with the most subdistricts first. Compiled like
 * thai-provinces.ts.
 */

const districts: Readonly<Record<string, readonly (readonly [th: string, en: string])[]>> = {
  '10100': [
    ['ป้อมปราบศัตรูพ่าย', 'Pom Prap Sattru Phai'],
    ['สัมพันธวงศ์', 'Samphanthawong'],
  ],
  '10110': [
    ['คลองเตย', 'Khlong Toei'],
    ['วัฒนา', 'Watthana'],
    ['ปทุมวัน', 'Pathum Wan'],
  ],
  '10120': [
    ['บางคอแหลม', 'Bang Kho Laem'],
    ['สาทร', 'Sathon'],
    ['ยานนาวา', 'Yan Nawa'],
    ['ปทุมวัน', 'Pathum Wan'],
  ],
  '10140': [
    ['ทุ่งครุ', 'Thung Khru'],
    ['ราษฎร์บูรณะ', 'Rat Burana'],
  ],
  '10150': [
    ['จอมทอง', 'Chom Thong'],
    ['บางขุนเทียน', 'Bang Khun Thian'],
    ['บางบอน', 'Bang Bon'],
  ],
  '10160': [
    ['ภาษีเจริญ', 'Phasi Charoen'],
    ['บางแค', 'Bang Khae'],
    ['หนองแขม', 'Nong Khaem'],
  ],
  '10170': [
    ['ตลิ่งชัน', 'Taling Chan'],
    ['ทวีวัฒนา', 'Thawi Watthana'],
  ],
  '10200': [['พระนคร', 'Phra Nakhon']],
  '10210': [
    ['ดอนเมือง', 'Don Mueang'],
    ['หลักสี่', 'Lak Si'],
  ],
  '10220': [
    ['สายไหม', 'Sai Mai'],
    ['บางเขน', 'Bang Khen'],
  ],
  '10230': [
    ['บึงกุ่ม', 'Bueng Kum'],
    ['คันนายาว', 'Khan Na Yao'],
    ['ลาดพร้าว', 'Lat Phrao'],
    ['บางเขน', 'Bang Khen'],
  ],
  '10240': [
    ['บางกะปิ', 'Bang Kapi'],
    ['สะพานสูง', 'Saphan Sung'],
    ['บึงกุ่ม', 'Bueng Kum'],
  ],
  '10250': [
    ['ประเวศ', 'Prawet'],
    ['สวนหลวง', 'Suan Luang'],
    ['สะพานสูง', 'Saphan Sung'],
    ['บางกะปิ', 'Bang Kapi'],
  ],
  '10260': [
    ['บางนา', 'Bang Na'],
    ['คลองเตย', 'Khlong Toei'],
    ['พระโขนง', 'Phra Khanong'],
    ['วัฒนา', 'Watthana'],
  ],
  '10300': [['ดุสิต', 'Dusit']],
  '10303': [['ดุสิต', 'Dusit']],
  '10310': [
    ['วังทองหลาง', 'Wang Thonglang'],
    ['ห้วยขวาง', 'Huai Khwang'],
  ],
  '10330': [['ปทุมวัน', 'Pathum Wan']],
  '10400': [
    ['ราชเทวี', 'Ratchathewi'],
    ['ดินแดง', 'Din Daeng'],
    ['ปทุมวัน', 'Pathum Wan'],
    ['พญาไท', 'Phaya Thai'],
  ],
  '10500': [
    ['บางรัก', 'Bang Rak'],
    ['ปทุมวัน', 'Pathum Wan'],
  ],
  '10510': [
    ['คลองสามวา', 'Khlong Sam Wa'],
    ['มีนบุรี', 'Min Buri'],
  ],
  '10520': [['ลาดกระบัง', 'Lat Krabang']],
  '10530': [['หนองจอก', 'Nong Chok']],
  '10600': [
    ['ธนบุรี', 'Thon Buri'],
    ['คลองสาน', 'Khlong San'],
    ['บางกอกใหญ่', 'Bangkok Yai'],
  ],
  '10700': [
    ['บางกอกน้อย', 'Bangkok Noi'],
    ['บางพลัด', 'Bang Phlat'],
  ],
  '10800': [['บางซื่อ', 'Bang Sue']],
  '10900': [['จตุจักร', 'Chatuchak']],
}

/** Returns the districts of Bangkok of a postcode; empty for another province's. */
export function bangkokDistricts(postcode: string): { th: string; en: string }[] {
  return (districts[postcode] ?? []).map(([th, en]) => ({ th, en }))
}

/** Returns whether a postcode, or without one any, determines the district of this Thai or English name. */
export function isOnlyDistrict(name: string, postcode?: string): boolean {
  const found = postcode === undefined ? Object.values(districts) : [districts[postcode] ?? []]
  return found.some(([only, ...others]) => others.length === 0 && only?.includes(name))
}
