import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Product } from '../../contract/entities/product.ts'
import { cents } from '../../contract/money.ts'
import { linesOfCart } from '../cart/cart-lines.ts'
import { CartLineRow } from './cart-line-row.tsx'

/** The text of a line with pieces at 1.65, of which so many are in stock. */
function shown(quantity: number, stock: number): string {
  const rice = {
    _id: 'rice',
    name: 'Rice',
    nameTh: null,
    category: 'Grains',
    image: [],
    price: 1.65,
    offerPrice: 1.65,
    inStock: true,
    stock,
  } as unknown as Product
  const [line] = linesOfCart({ rice: quantity }, new Map([['rice', rice]]))
  if (!line) throw new Error('no line')
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ul>
        <CartLineRow line={line} promotion={{ labels: [], off: cents(0), hint: undefined }} onBack={() => {}} />
      </ul>
    </MemoryRouter>,
  )
  return html.replace(/<[^>]*>/g, ' ')
}

test('a line with more pieces than are left says of how many its sum is', () => {
  expect(shown(3, 2)).toMatch(/\$3\.30\s+2 × \$1\.65/)
  expect(shown(3, 3)).toMatch(/\$4\.95\s+\$1\.65 each/)
})
