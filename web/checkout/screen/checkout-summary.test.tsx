import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import type { Product } from '../../../contract/entities/product.ts'
import { totalsOf } from '../../../contract/pricing/pricing.ts'
import { cents } from '../../../contract/values/money.ts'
import { linesOfCart } from '../../cart/cart-lines.ts'
import type { DeliveryOptions } from '../../cart/delivery-options.ts'
import { taxToday } from '../../product/tax-today.ts'
import { setShop, shop } from '../../shop.ts'
import { CheckoutSummary } from './checkout-summary.tsx'

/**
 * The text of the summary of a cart of rice at 1.65, of which some are in stock, with a delivery fee of 0.50, as the
 * shop delivers.
 */
function shown(stock: number, options?: DeliveryOptions): string {
  const rice = { _id: 'rice', name: 'Rice', nameTh: null, category: 'Grains', image: [], price: 1.65, offerPrice: 1.65 }
  const product = { ...rice, stock, inStock: stock > 0 } as unknown as Product
  const lines = linesOfCart({ rice: 2 }, new Map([['rice', product]]))
  const goods = lines.map(({ available, unitPrice }) => ({ offerPriceCents: unitPrice, quantity: available }))
  const shipping = cents(50)
  const totals = totalsOf(
    goods.filter(({ quantity }) => quantity > 0),
    taxToday(),
    { discounts: [], shippingCents: shipping },
  )
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CheckoutSummary
        lines={lines}
        totals={totals}
        promotions={{
          result: { applied: [], missing: [], goods: totals.subtotal, shipping, fee: shipping, noEffect: undefined },
          usualFee: shipping,
          certain: true,
          entered: undefined,
          code: undefined,
          refusal: undefined,
          reload: () => {},
        }}
        delivery={{ data: options, failure: undefined, loading: false, reload: () => {}, changed: () => {} }}
        deliveryWindow={undefined}
        payments={{ unpaid: undefined, known: true }}
        addresses={{ data: undefined, failure: undefined, loading: true, reload: () => {}, changed: () => {} }}
        address={undefined}
        onPricesChanged={() => {}}
      />
    </MemoryRouter>,
  )
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

test('a cart of which all is sold out has nothing to pay, and its button says what to do', () => {
  const soldOut = shown(0)
  expect(soldOut).toContain('so there is nothing to pay.')
  expect(soldOut).toMatch(/Remove what is sold out $/)
  expect(soldOut).not.toContain('$0.5')
  expect(soldOut).not.toContain('Place Order')
  expect(shown(1)).toContain('$2.19')
  expect(shown(1)).not.toContain('sold out')
})

test('a shop that delivers as soon as possible has a delivery time in the cart also while it can promise none', () => {
  const settings = shop
  onTestFinished(() => setShop(settings))
  const options = {
    ...{ success: true, zone: null, delivers: true, fee: 0.5, freeFrom: null, minimum: 0, tiers: [] },
    ...{ asap: null, closed: null, windows: [] },
  } as DeliveryOptions
  expect(shown(2, options)).not.toContain('Delivery time')
  setShop({ ...settings, hasAsap: true })
  expect(shown(2, options)).toContain('Delivery time')
  const opensAt = new Date(Date.now() + 3_600_000).toISOString()
  expect(shown(2, { ...options, closed: { opensAt } })).toContain('The shop is closed now and opens')
})
