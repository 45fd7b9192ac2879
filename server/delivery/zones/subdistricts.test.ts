import { describe, expect, test } from 'vitest'
import { provinceOf } from '../../../contract/delivery/thai-provinces.ts'
import { subdistrictsOfAddress } from './address-subdistricts.ts'
import { findSubdistrict, placesOfDistrict, placesOfPostcode, searchPlaces } from './subdistricts.ts'

const names = (typed: string, provinces?: string[]) =>
  searchPlaces(typed, provinces).map(({ name, district }) => `${name}, ${district}`)

describe('the places', () => {
  test('have the official codes, all 77 provinces and Bangkok’s 180 sub-districts and 50 districts', () => {
    const all = Array.from({ length: 90 }, (_, index) => String(index + 10)).flatMap((province) =>
      Array.from({ length: 99 }, (_, index) =>
        placesOfDistrict(`${province}${String(index + 1).padStart(2, '0')}`),
      ).flat(),
    )
    expect(all).toHaveLength(7439)
    expect(new Set(all.map(({ province }) => province)).size).toBe(77)
    const bangkok = all.filter(({ province }) => province === 'Bangkok')
    expect([bangkok.length, new Set(bangkok.map(({ district }) => district)).size]).toEqual([180, 50])
    const others = all.filter(({ postcode, province }) => (provinceOf(postcode)?.en ?? province) !== province)
    // An island of Phang Nga whose post comes by Phuket.
    expect(others.map(({ name }) => name)).toEqual(['Phru Nai'])
  })

  test.each([
    ['สีลม', 'Si Lom, Bang Rak'],
    ['แขวงสีลม', 'Si Lom, Bang Rak'],
    ['silom', 'Si Lom, Bang Rak'],
    ['Si Lom, Bang Rak', 'Si Lom, Bang Rak'],
    ['Khwaeng Si Lom', 'Si Lom, Bang Rak'],
    ['Sathorn', 'Thung Wat Don, Sathon'],
    ['jatujak', 'Chatuchak, Chatuchak'],
    ['lad prao', 'Lat Phrao, Lat Phrao'],
    ['เขตสาทร', 'Thung Wat Don, Sathon'],
    ['๑๐๕๐๐', 'Maha Phruettharam, Bang Rak'],
    ['1050', 'Maha Phruettharam, Bang Rak'],
    ['เชียงใหม่', 'Si Phum, Mueang Chiang Mai'],
    ['จ.เชียงใหม่', 'Si Phum, Mueang Chiang Mai'],
    ['chiangmai', 'Si Phum, Mueang Chiang Mai'],
    ['เมืองเชียงใหม่', 'Si Phum, Mueang Chiang Mai'],
    ['Phuket', 'Talat Yai, Mueang Phuket'],
    ['กรุงเทพ', 'Phra Borom Maha Ratchawang, Phra Nakhon'],
  ])('%s finds %s first', (typed, first) => {
    expect(names(typed, ['Bangkok'])[0]).toBe(first)
  })

  test('a sub-district that is called like a city elsewhere is found after the city', () => {
    const found = searchPlaces('เชียงใหม่', ['Bangkok']).map(({ province }) => province)
    expect(found).toContain('Roi Et')
    expect(found.indexOf('Roi Et')).toBeGreaterThan(found.lastIndexOf('Chiang Mai', 15))
    expect(searchPlaces('เชียงใหม่', ['Roi Et'])[0]?.province).toBe('Roi Et')
  })

  test('a name that begins with the text comes before one that only sounds like it', () => {
    const rat = names('Rat', ['Bangkok'])
    expect(rat[0]).toBe('Rat Burana, Rat Burana')
    const isLike = (each: string) => !/(^|, )Rat/.test(each)
    expect(rat.filter(isLike)).toContain('Lat Krabang, Lat Krabang')
    expect(rat.findIndex(isLike)).toBe(rat.filter((each) => !isLike(each)).length)
    expect(names('Lat', ['Bangkok'])[0]).toBe('Lat Krabang, Lat Krabang')
    expect(names('ratchathewi', ['Bangkok'])[0]).toBe('Thung Phaya Thai, Ratchathewi')
    expect(names('rata', ['Bangkok'])[0]).toBe('Rata Panyang, Yaring')
    // Those of the shop's province come before others that begin with the text.
    expect(names('latcatewi', ['Bangkok'])[0]).toBe('Thung Phaya Thai, Ratchathewi')
  })

  test('those of the shop’s provinces come first, and a postcode is found whole', () => {
    const first = (provinces: string[]) => searchPlaces('Bang Rak', provinces)[0]?.province
    expect([first(['Bangkok']), first(['Trang'])]).toEqual(['Bangkok', 'Trang'])
    expect(searchPlaces('10500')).toEqual(placesOfPostcode('10500'))
    expect(placesOfPostcode('45000').length).toBe(33)
  })

  test.each(['', ' ', '1', '99999', 'qqqq', '%', '\u0000', 'แขวง', 'x'.repeat(100)])('%j finds nothing', (typed) => {
    expect(searchPlaces(typed)).toEqual([])
  })
})

describe('the sub-districts of an address', () => {
  test.each(['1090', '1O900', '99999', ''])(
    'with the postcode %j are those of the district that is named',
    (zipcode) => {
      const of = (street: string, city: string, state: string, country = 'Thailand') =>
        subdistrictsOfAddress({ street, city, state, zipcode, country })
      const districtsOf = (...address: Parameters<typeof of>) => [
        ...new Set(of(...address).map(({ district, province }) => `${district}, ${province}`)),
      ]
      expect(districtsOf('5 Phahonyothin', 'Chatuchak', 'Bangkok')).toEqual(['Chatuchak, Bangkok'])
      expect(districtsOf('5 ถ.พหลโยธิน', 'เขตจตุจักร', 'กทม.', 'ไทย')).toEqual(['Chatuchak, Bangkok'])
      const ofChiangMai = districtsOf('1 Nimman', 'Mueang Chiang Mai', 'Chiang Mai')
      expect(ofChiangMai).toEqual(['Mueang Chiang Mai, Chiang Mai'])
      expect(districtsOf('1 Nimman', '', 'Chiang Mai').length).toBe(25)
      expect([of('1 Main St', 'Springfield', ''), of('1', 'Chatuchak', 'Bangkok', 'USA')]).toEqual([[], []])
    },
  )

  const of = (street: string, city: string, zipcode: number | string = 10500, country = 'Thailand') =>
    subdistrictsOfAddress({ street, city, state: '', zipcode, country }).map(({ name }) => name)

  test.each([
    ['88 ถนนเจริญกรุง', 'แขวงสีลม เขตบางรัก', ['Si Lom']],
    ['88 ถนนสีลม แขวงสุริยวงศ์', 'บางรัก', ['Suriyawong']],
    ['88 Charoen Krung Rd', 'Si Lom, Bang Rak', ['Si Lom']],
    ['88 Charoen Krung Rd, Khwaeng Si Phraya', 'Bang Rak', ['Si Phraya']],
    ['12 Silom Rd, Suriyawong', 'Bang Rak', ['Suriyawong']],
    ['12 ซ.สีลม 3', 'สี่พระยา บางรัก', ['Si Phraya']],
    ['88 Charoen Krung Rd', 'Khet Bang Rak', ['Maha Phruettharam', 'Si Lom', 'Suriyawong', 'Bang Rak', 'Si Phraya']],
  ])('%s, %s: %j', (street, city, expected) => {
    expect(of(street, city)).toEqual(expected)
  })

  const ratchathewi = ['Thung Phaya Thai', 'Thanon Phaya Thai', 'Thanon Phetchaburi', 'Makkasan']
  const sathon = ['Thung Wat Don', 'Yan Nawa', 'Thung Maha Mek']
  test.each([
    ['5 Phaya Thai Rd', 'Ratchathewi', 10400, ratchathewi],
    ['Siam Condo, 5 Phaya Thai Road', 'Ratchathewi District', 10400, ratchathewi],
    ['5 Din Daeng Rd', 'Ratchathewi', 10400, ratchathewi],
    ['near BTS Phaya Thai', 'Ratchathewi', 10400, ratchathewi],
    ['5 ถนนดินแดง', 'เขตราชเทวี', 10400, ratchathewi],
    ['5 Phaya Thai Rd', 'Makkasan, Ratchathewi', 10400, ['Makkasan']],
    ['5 Phaya Thai Road', 'Makkasan', 10400, ['Makkasan']],
    ['5 ซอย', 'มักกะสัน', 10400, ['Makkasan']],
    ['5 Ratchaprarop Rd', 'Ratchathewi, Thung Phaya Thai', 10400, ['Thung Phaya Thai']],
    ['5 Ratchawithi Rd', 'Phaya Thai', 10400, ['Sam Sen Nai', 'Phaya Thai']],
    ['5 Phaya Thai Rd, Ratchathewi', 'Bangkok', 10400, ratchathewi],
    ['9 Yan Nawa Rd', 'Sathon', 10120, sathon],
    ['Chong Nonsi Tower', 'Sathon', 10120, sathon],
    ['opposite Chong Nonsi station', 'Sathon', 10120, sathon],
    ['9 Khwaeng Chong Nonsi', 'Sathon', 10120, ['Chong Nonsi']],
    ['9 Chong Nonsi', '', 10120, ['Chong Nonsi']],
  ])(
    'a road or station that is called like another district doesn’t count: %s, %s',
    (street, city, zipcode, expected) => {
      expect(of(street, city, zipcode)).toEqual(expected)
    },
  )

  test('a longer name that contains a shorter one is meant', () => {
    expect(of('1 ซอย 5', 'แขวงคลองเตยเหนือ เขตวัฒนา', 10110)).toEqual(['Khlong Toei Nuea'])
    expect(of('1 Soi 5', 'Khlong Toei Nuea, Watthana', '10110')).toEqual(['Khlong Toei Nuea'])
    expect(of('1 ซอย 5', 'เขตวัฒนา', 10110)).toEqual(['Khlong Toei Nuea', 'Khlong Tan Nuea', 'Phra Khanong Nuea'])
  })

  test('Thai digits in a postcode count, and another country’s postcode has none', () => {
    expect(of('1', 'แขวงสีลม', '๑๐๕๐๐')).toEqual(['Si Lom'])
    expect([of('1 Main St', 'Springfield', '00501'), of('1', 'Bang Rak', '')]).toEqual([[], []])
    expect(of('1 Rodeo Dr', 'Beverly Hills', '10500', 'USA')).toEqual([])
    expect(of('1', 'Si Lom, Bang Rak', '10500', 'Siam')).toEqual(['Si Lom'])
    expect(of('1', 'แขวงสีลม', '10500', 'Bangkok, Thailand')).toEqual(['Si Lom'])
  })
})

test('a code finds its sub-district', () => {
  expect(findSubdistrict('100402')).toMatchObject({ name: 'Si Lom', nameTh: 'สีลม', postcodes: ['10500'] })
  expect([findSubdistrict('1004'), findSubdistrict('')]).toEqual([undefined, undefined])
})
