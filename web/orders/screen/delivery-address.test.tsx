import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { maliAddress } from '../../../testing/makers/mali-address.ts'
import { DeliveryAddress } from './delivery-address.tsx'

const place = 'Mali Rak, 12 Charoen Krung Road, Bang Rak, Bangkok 10500, Thailand'

test('the note for the rider is separate from the address, and labelled', () => {
  const words = (note?: string) =>
    renderToStaticMarkup(<DeliveryAddress address={{ ...maliAddress, ...(note && { note }) }} />).replace(
      /<[^>]*>/g,
      '|',
    )
  expect(words('Ring twice')).toBe(`${place}|Note: Ring twice|`)
  expect(words()).toBe(place)
})
