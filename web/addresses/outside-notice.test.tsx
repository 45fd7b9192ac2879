import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { OutsideNotice } from './outside-notice.tsx'

const shown = (isOrdered: boolean) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <OutsideNotice isOrdered={isOrdered} />
    </MemoryRouter>,
  )

test('an address outside the delivery area asks for a call before the order, and no longer once it is placed', () => {
  expect(shown(false)).toContain('ask before you order')
  expect(shown(true)).not.toContain('before you order')
})
