import type { AsapSettings, OpeningHoursInput, ZoneInput } from '../../contract/entities/delivery.ts'

type DemoZone = Omit<ZoneInput, 'postcodes' | 'subdistricts'> & {
  /** Official codes of four digits: all sub-districts of them. */
  districts: readonly string[]
}

/** Bangkok has the districts 1001 to 1050. */
const bangkok = Array.from({ length: 50 }, (_, index) => String(1001 + index))

/**
 * The delivery zones of DEMO=bangkok around Charoen Krung, with fees in baht. An address belongs to the first one that
 * has it.
 */
export const bangkokZones: readonly DemoZone[] = [
  {
    name: 'Bang Rak and Sathon',
    nameTh: 'บางรักและสาทร',
    isDefault: true,
    takesUnknown: true,
    tiers: [
      { from: 0, fee: 30 },
      { from: 300, fee: 15 },
      { from: 500, fee: 0 },
    ],
    minimum: 0,
    rideMinutes: 12,
    districts: ['1004', '1028'],
  },
  {
    name: 'Inner Bangkok',
    nameTh: 'กรุงเทพฯ ชั้นใน',
    isDefault: false,
    takesUnknown: false,
    tiers: [
      { from: 0, fee: 50 },
      { from: 500, fee: 25 },
      { from: 800, fee: 0 },
    ],
    minimum: 150,
    rideMinutes: 25,
    // Pathum Wan, Pom Prap Sattru Phai, Yan Nawa, Samphanthawong, Khlong San, Bang Kho Laem, Khlong Toei, Ratchathewi,
    // Watthana
    districts: ['1007', '1008', '1012', '1013', '1018', '1031', '1033', '1037', '1039'],
  },
  {
    name: 'Outer Bangkok',
    nameTh: 'กรุงเทพฯ ชั้นนอก',
    isDefault: false,
    takesUnknown: false,
    tiers: [
      { from: 0, fee: 90 },
      { from: 800, fee: 45 },
      { from: 1500, fee: 0 },
    ],
    minimum: 300,
    rideMinutes: 50,
    // Sub-districts of the first two zones stay in them.
    districts: bangkok,
  },
]

/** Its opening hours, as on its contact page. */
export const bangkokHours: OpeningHoursInput = {
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '21:00' })),
  closed: [],
}

/** Its promise of ASAP orders, with enough people that a visitor's order from any time of the day gets one. */
export const bangkokAsap: AsapSettings = { enabled: true, limitMinutes: 90, pickers: 2, riders: 3 }
