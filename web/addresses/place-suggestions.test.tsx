import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Place } from '../../contract/entities/delivery.ts'
import PlaceSuggestions from './place-suggestions.tsx'

const place = { subdistrict: '1', postcode: '10500', name: 'Silom', nameTh: 'สีลม', district: 'Bang Rak' } as Place
const shown = (isOwn: boolean) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PlaceSuggestions postcode="10500" ofPostcode={[place]} city="Bang Rak" isOwn={isOwn} onChoose={() => {}} />
    </MemoryRouter>,
  )

test('the fee depends on the subdistrict of a shopper’s own address, not on that of an order, whose fee stays', () => {
  expect(shown(true)).toContain(
    'Which subdistrict is it? Choose it here, or name it in the address below: the fee can depend on it.',
  )
  expect(shown(false)).toContain('Which subdistrict is it? Choose it here, or name it in the address below.<')
})
