import { expect, test } from 'vitest'
import { mapLink } from './map-link.ts'

test('the map’s URL contains the whole address', () => {
  const address = { street: '1 Soi 2 & 3', city: 'Bang Rak', state: 'Bangkok' }
  expect(mapLink({ ...address, zipcode: 10500, country: 'Thailand' })).toBe(
    'https://www.google.com/maps/search/?api=1&query=1%20Soi%202%20%26%203%2C%20Bang%20Rak%2C%20Bangkok%2010500%2C%20Thailand',
  )
})
