import { expect, test } from 'vitest'
import { lostText, overlapText, zoneFacts } from './zone-facts.ts'

const zone = { minimum: 0, rideMinutes: 15 }

test('a zone in the list has each step of its fee', () => {
  const steps = [
    { from: 0, fee: 30 },
    { from: 300, fee: 15 },
    { from: 500, fee: 0 },
  ]
  expect(zoneFacts({ ...zone, tiers: steps })).toBe('$30 delivery, $15 from $300, free from $500 · 15 minutes by bike')
  expect(zoneFacts({ ...zone, tiers: steps.slice(0, 2), minimum: 99.5 })).toBe(
    '$30 delivery, $15 from $300 · minimum $99.50 · 15 minutes by bike',
  )
  expect(zoneFacts({ ...zone, tiers: [{ from: 0, fee: 0 }] })).toBe('Free delivery · 15 minutes by bike')
})

test('places that a change took out of a zone are named, with the zone that delivers there now and its fees', () => {
  const first = [
    { name: 'Si Lom', nameTh: 'สีลม' },
    { name: 'Bang Rak', nameTh: 'บางรัก' },
  ]
  const next = { name: 'Next', tiers: [{ from: 0, fee: 60 }] }
  expect(lostText({ first, count: 2, zone: next })).toBe('Si Lom, Bang Rak: now in the zone Next ($60 delivery).')
  expect(lostText({ first, count: 14 })).toBe(
    'Si Lom, Bang Rak and 12 more: no longer in any zone, so the shop doesn’t deliver there.',
  )
})

test('a zone says how many of its areas zones above have, and if they have all, that no address belongs to it', () => {
  const zone = { areas: 3, takesUnknown: false, isDefault: false }
  expect(overlapText({ ...zone, overlapping: 0 })).toBeUndefined()
  expect(overlapText({ ...zone, areas: 0, overlapping: 0, isDefault: true })).toBeUndefined()
  const some = '2 of its areas belong to a zone above, which has them too.'
  expect(overlapText({ ...zone, overlapping: 2, isDefault: true })).toBe(some)
  const all = 'Zones above have all of its areas, so no address belongs to it.'
  expect(overlapText({ ...zone, overlapping: 3 })).toBe(all)
  expect(overlapText({ ...zone, overlapping: 3, isDefault: true })).toBe(
    `${all} But visitors are shown its fee and time before their address is known: move it up, or show another zone.`,
  )
  // Addresses that aren't recognised still belong to it.
  expect(overlapText({ ...zone, overlapping: 3, isDefault: true, takesUnknown: true })).toBe(
    '3 of its areas belong to a zone above, which has them too.',
  )
})
