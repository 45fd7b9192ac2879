import { expect, test } from 'vitest'
import type { Place, Zone, ZoneInput } from '../../../contract/entities/delivery.ts'
import { draftOf, emptyZone, readZone, withEverywhere, withPlaces, wrongTiers, type ZoneDraft } from './zone-draft.ts'

const draft: ZoneDraft = {
  ...emptyZone,
  name: ' Near ',
  tiers: [
    { from: '0', fee: '฿40' },
    { from: '๕๐๐', fee: '' },
  ],
  minimum: '99.50',
  postcodes: ['10500'],
}

test('reads fees as people type them; an empty one is nothing', () => {
  expect(readZone(draft)).toEqual({
    input: {
      name: 'Near',
      nameTh: null,
      isDefault: false,
      takesUnknown: false,
      everywhere: false,
      tiers: [
        { from: 0, fee: 40 },
        { from: 500, fee: 0 },
      ],
      minimum: 99.5,
      rideMinutes: 15,
      postcodes: ['10500'],
      subdistricts: [],
    },
  })
})

test('a Thai name is enough, and the form shows it as it was typed', () => {
  const read = readZone({ ...draft, name: '', nameTh: ' สีลม ' })
  expect(read).toMatchObject({ input: { name: 'สีลม', nameTh: 'สีลม' } })
  const zone = {
    name: 'สีลม',
    nameTh: 'สีลม',
    tiers: [],
    minimum: 0,
    rideMinutes: 15,
    isDefault: false,
    takesUnknown: false,
  } as unknown as Zone
  expect(draftOf(zone, { postcodes: [], subdistricts: [] })).toMatchObject({ name: '', nameTh: 'สีลม' })
})

test.each<[Partial<ZoneDraft>, string, string]>([
  [{ name: ' ' }, 'name', 'required'],
  [{ rideMinutes: '' }, 'rideMinutes', 'required'],
  [{ rideMinutes: '601' }, 'rideMinutes', 'whole_number'],
  [{ minimum: 'x' }, 'minimum', 'amount'],
  [{ tiers: [{ from: '10', fee: '40' }] }, 'tiers', 'zone_tiers'],
  [
    {
      tiers: [
        { from: '0', fee: '40' },
        { from: '500', fee: '50' },
      ],
    },
    'tiers',
    'zone_tiers',
  ],
  [
    {
      tiers: [
        { from: '0', fee: '1,23' },
        { from: '500', fee: 'a' },
      ],
    },
    'tiers',
    'amount',
  ],
  [{ postcodes: [] }, 'areas', 'zone_areas'],
])('%j is an error of %s', (wrong, field, error) => {
  expect(readZone({ ...draft, ...wrong })).toEqual({ errors: { [field]: expect.objectContaining({ error }) } })
})

test('a zone for other addresses needs no areas', () => {
  expect(readZone({ ...draft, postcodes: [], takesUnknown: true })).toHaveProperty('input')
  expect(readZone({ ...draft, postcodes: [], isDefault: true })).toHaveProperty('errors')
})

test('a zone that is everywhere needs no areas, and loses those that were chosen', () => {
  const chosen = { ...draft, everywhere: true, takesUnknown: true }
  const expected = { everywhere: true, takesUnknown: false, postcodes: [], subdistricts: [] }
  expect(readZone(chosen)).toMatchObject({ input: expected })
  expect(readZone({ ...chosen, postcodes: [] })).toMatchObject({ input: expected })
})

test('the minutes to a zone that is everywhere are the owner’s, not those that the form suggests', () => {
  expect(withEverywhere(draft, true)).toEqual({ everywhere: true, rideMinutes: '' })
  expect(readZone({ ...draft, ...withEverywhere(draft, true) })).toEqual({
    errors: { rideMinutes: { error: 'required' } },
  })
  expect(withEverywhere({ ...draft, rideMinutes: '90' }, true)).toEqual({ everywhere: true })
  expect(withEverywhere(draft, false)).toEqual({ everywhere: false })
})

test('a saved zone is read as it was saved', () => {
  const read = readZone(draft) as { input: ZoneInput }
  const zone = {
    ...read.input,
    everywhere: false,
    id: 'x',
    areas: 1,
    first: [],
    overlapping: 0,
    version: 1,
    changedBy: null,
    changedAt: '',
  }
  expect(readZone(draftOf(zone, { postcodes: ['10500'], subdistricts: [] }))).toEqual(read)
})

test('places are added once', () => {
  const place = (subdistrict: string) => ({ subdistrict }) as Place
  expect(withPlaces([place('100402')], [place('100401'), place('100402')])).toEqual([place('100401'), place('100402')])
})

test.each<[string, ZoneDraft['tiers'], string[]]>([
  [
    'none',
    [
      { from: '0', fee: '40' },
      { from: '500', fee: '' },
    ],
    [],
  ],
  [
    'a sum that can’t be read',
    [
      { from: '0', fee: '1,23' },
      { from: '500', fee: 'a' },
    ],
    ['fee 1'],
  ],
  [
    'a fee that isn’t lower',
    [
      { from: '0', fee: '40' },
      { from: '500', fee: '50' },
    ],
    ['fee 1'],
  ],
  [
    'a sum that isn’t higher',
    [
      { from: '0', fee: '40' },
      { from: '500', fee: '20' },
      { from: '', fee: '10' },
    ],
    ['from 2'],
  ],
])('the wrong fields of tiers: %s', (_, tiers, expected) => {
  const wrong = wrongTiers(tiers).flatMap(({ from, fee }, index) => [
    ...(from ? [`from ${index}`] : []),
    ...(fee ? [`fee ${index}`] : []),
  ])
  expect(wrong).toEqual(expected)
})
