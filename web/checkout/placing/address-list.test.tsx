import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Address } from '../../../contract/entities/address.ts'
import { AddressList } from './address-list.tsx'

const address = (id: string, isDefault = false): Address => ({
  _id: id,
  userId: 'mali',
  firstName: 'Mali',
  lastName: 'Rak',
  phone: '081 234 5678',
  street: id,
  city: 'Bang Rak',
  state: 'Bangkok',
  zipcode: 10500,
  country: 'Thailand',
  note: null,
  label: null,
  isDefault,
  version: 1,
})

const shown = (...saved: Address[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <AddressList saved={saved} selected={saved[0]} onChanged={() => {}} />
    </MemoryRouter>,
  )

test('the default can be seen and changed only if there are several addresses', () => {
  expect(shown(address('Home'))).not.toMatch(/aria-pressed/)
  const two = shown(address('Home'), address('Work', true))
  expect(two).toMatch(/aria-pressed="false"[^>]*Home/)
  expect(two).toMatch(/aria-pressed="true"[^>]*Work/)
})
