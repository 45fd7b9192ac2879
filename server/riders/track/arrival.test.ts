import { expect, test } from 'vitest'
import { arrivalOf } from './arrival.ts'

const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)
const arrival = (fields: Partial<Parameters<typeof arrivalOf>[0]>, now = '14:10') =>
  arrivalOf({ outAt: at('14:03'), rideMinutes: 20, from: null, promisedAt: null, ...fields }, at(now))

test('an order comes after the ride to its zone, to the next five minutes', () => {
  expect(arrival({})).toEqual(at('14:25'))
  expect(arrival({ rideMinutes: 27 })).toEqual(at('14:30'))
})

test('rounding adds no delay: a ride that ends by the promised time is shown by it at most, a later one after it', () => {
  expect(arrival({ promisedAt: at('14:24') })).toEqual(at('14:24'))
  expect(arrival({ promisedAt: at('14:23') })).toEqual(at('14:23'))
  expect(arrival({ promisedAt: at('14:22') })).toEqual(at('14:25'))
  expect(arrival({ promisedAt: at('14:40') })).toEqual(at('14:25'))
  expect(arrival({ promisedAt: at('14:24') }, '14:25')).toBeUndefined()
})

test('not before its window begins', () => {
  expect(arrival({ from: at('16:00'), promisedAt: at('18:00') })).toEqual(at('16:00'))
})

test('in a shop without zones by the time promised, or nothing is said', () => {
  expect(arrival({ rideMinutes: undefined, promisedAt: at('15:00') })).toEqual(at('15:00'))
  expect(arrival({ rideMinutes: undefined })).toBeUndefined()
})

test('a time that has passed isn’t said', () => {
  expect(arrival({}, '14:25')).toEqual(at('14:25'))
  expect(arrival({}, '14:26')).toBeUndefined()
})
