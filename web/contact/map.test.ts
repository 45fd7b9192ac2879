import { expect, test } from 'vitest'
import { directionsUrl, mapUrl } from './map.ts'

const bangRak = { latitude: 13.7246, longitude: 100.5147, zoom: 16 }

test('the directions have the configured position', () => {
  expect(directionsUrl(bangRak)).toBe('https://www.google.com/maps/dir/?api=1&destination=13.7246%2C100.5147')
})

test('the map shows the position in the middle, with a marker', () => {
  const url = new URL(mapUrl(bangRak))
  expect(url.origin).toBe('https://www.openstreetmap.org')
  expect(url.searchParams.get('marker')).toBe('13.7246,100.5147')
  const [west = 0, south = 0, east = 0, north = 0] = (url.searchParams.get('bbox') ?? '').split(',').map(Number)
  expect((west + east) / 2).toBeCloseTo(100.5147, 4)
  expect((south + north) / 2).toBeCloseTo(13.7246, 4)
})

test('one step of zoom shows half as much', () => {
  const width = (zoom: number) => {
    const [west = 0, , east = 0] = (new URL(mapUrl({ ...bangRak, zoom })).searchParams.get('bbox') ?? '')
      .split(',')
      .map(Number)
    return east - west
  }
  expect(width(15) / width(16)).toBeCloseTo(2, 3)
})
