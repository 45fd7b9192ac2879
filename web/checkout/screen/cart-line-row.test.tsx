import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Product } from '../../../contract/entities/product.ts'
import type { AvailablePromotion } from '../../../contract/entities/promotion.ts'
import { applyPromotions } from '../../../contract/pricing/promotions.ts'
import { linesOfCart } from '../../cart/cart-lines.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { promotionOfLine } from './promotion-of-line.ts'

/** The text of a line with pieces at 1.65, of which some are in stock. */
function shown(quantity: number, stock: number, promotions: AvailablePromotion[] = []): string {
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
  const goods = [{ product: 'rice', category: 'Grains', offerPriceCents: line.unitPrice, quantity }]
  const promotion = promotionOfLine(applyPromotions(goods, promotions), line, [line])
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ul>
        <CartLineRow line={line} promotion={promotion} onBack={() => {}} />
      </ul>
    </MemoryRouter>,
  )
  return html.replace(/<[^>]*>/g, ' ')
}

test('a line with more pieces than are left says of how many its sum is', () => {
  expect(shown(3, 2)).toMatch(/\$3\.30\s+2 × \$1\.65/)
  expect(shown(3, 3)).toMatch(/\$4\.95\s+\$1\.65 each/)
})

test('a line says what a promotion takes off it, and how many pieces make it count, or count once more', () => {
  const two = { id: 'two', name: 'Two', terms: { kind: 'pieces', pieces: 2, amount: 3 } } as const
  const buyThree = { ...two, terms: { kind: 'buyGet', buy: 3, get: 1 } } as const
  expect(shown(1, 9, [two])).toContain('2 for $3: add one more')
  expect(shown(2, 9, [two])).toMatch(/2 for \$3\s+−\$0\.30/)
  expect(shown(2, 9, [two])).not.toContain('more')
  expect(shown(3, 9, [two])).toContain('2 for $3: add one more')
  expect(shown(2, 9, [buyThree])).toContain('Buy 3, get 1 free: add 2 more')
})
