import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DeliveryAddress } from './delivery-address.tsx'

const address = {
  firstName: 'Mali',
  lastName: 'Rak',
  street: '12 Charoen Krung Road',
  city: 'Bang Rak',
  state: 'Bangkok',
  zipcode: 10500,
  country: 'Thailand',
  phone: '+66 81 234 5678',
}
const place = 'Mali Rak, 12 Charoen Krung Road, Bang Rak, Bangkok 10500, Thailand'

test('the note for the rider is separate from the address, and labelled', () => {
  const words = (note?: string) =>
    renderToStaticMarkup(<DeliveryAddress address={{ ...address, ...(note && { note }) }} />).replace(/<[^>]*>/g, '|')
  expect(words('Ring twice')).toBe(`${place}|Note: Ring twice|`)
  expect(words()).toBe(place)
})
