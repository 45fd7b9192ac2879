import { createHash } from 'node:crypto'
import type { RefusalReply } from '../../../contract/calls/call.ts'
import type { OrderContent } from '../../../contract/calls/order.ts'
import { normalCode } from '../../../contract/pricing/promotion-code.ts'
import type { Texts } from '../../../contract/values/fill-text.ts'
import { limits } from '../../../contract/values/limits.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import type { ProductRow } from '../../catalog/product-to-wire.ts'
import { isId } from '../../common/ids.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { WantedDelivery } from '../../delivery/windows/window-queries.ts'
import { productNamesOf } from '../../domain/name-in.ts'
import type { Line } from './placement-queries.ts'

export type WantedItem = { product: string; quantity: number }

/**
 * Returns items with the quantities of equal products added up, sorted by id. Throws `cart_empty`, and `invalid_form`
 * for too many lines, malformed ids, and quantities that aren't whole numbers from 1 to the limit.
 */
export function mergeItems(items: readonly WantedItem[]): WantedItem[] {
  refuseUnless(items.length > 0, 'cart_empty')
  const wanted = new Map<string, number>()
  for (const [index, { product, quantity }] of items.entries()) {
    const whole = Number.isInteger(quantity) && quantity >= 1 && quantity <= limits.quantity
    refuseUnless(whole, 'invalid_form', { fields: { [`items.${index}.quantity`]: 'number' } })
    refuseUnless(isId(product), 'invalid_form', { fields: { [`items.${index}.product`]: 'invalid' } })
    const id = product.toLowerCase()
    const sum = (wanted.get(id) ?? 0) + quantity
    refuseUnless(sum <= limits.quantity, 'invalid_form', { fields: { [`items.${index}.quantity`]: 'number' } })
    wanted.set(id, sum)
  }
  const max = limits.cartProducts
  refuseUnless(wanted.size <= max, 'invalid_form', { fields: { items: { error: 'too_many_lines', values: { max } } } })
  return [...wanted]
    .map(([product, quantity]) => ({ product, quantity }))
    .sort((a, b) => (a.product < b.product ? -1 : 1))
}

/**
 * Returns the lines of merged items with their current products. Throws `product_gone`, `product_unavailable` and
 * `stock_short`, naming the first such product; the refusal's `changed` has every line. `archived` are the names of
 * products that aren't sold any more.
 */
export function orderLinesOf(
  items: readonly WantedItem[],
  products: readonly ProductRow[],
  archived: readonly { id: string; name: string; nameTh: string | null; weight: string | null }[],
): Line[] {
  const byId = new Map(products.map((product) => [product.id, product]))
  const changed = () => currentLines(items, products)
  return items.map(({ product: id, quantity }) => {
    const product = byId.get(id)
    if (!product) {
      const gone = archived.find((each) => each.id === id)
      refuse('product_gone', {
        values: { name: gone ? productNamesOf(gone, gone.weight) : unknownName },
        changed: changed(),
      })
    }
    if (!product.sellable)
      refuse('product_unavailable', { values: { name: productNamesOf(product, product.weight) }, changed: changed() })
    if (product.stock !== null && product.stock < quantity)
      refuse('stock_short', {
        values: { name: productNamesOf(product, product.weight), left: product.stock },
        changed: changed(),
      })
    return { product, quantity }
  })
}

/** Stands for the name of a product that the shop never had. */
const unknownName: Texts = { en: 'A product', th: 'สินค้าบางรายการ' }

/** Returns the current price and stock of every item, for carts that show older ones. */
export function currentLines(
  items: readonly WantedItem[],
  products: readonly ProductRow[],
): NonNullable<RefusalReply['changed']> {
  const byId = new Map(products.map((product) => [product.id, product]))
  return items.map(({ product: id, quantity }) => {
    const product = byId.get(id)
    if (!product) return { product: id, available: false }
    return {
      product: id,
      offerPrice: toWire(cents(product.offerPriceCents)),
      ...(product.stock === null ? {} : { stock: product.stock }),
      available: product.sellable && (product.stock ?? quantity) >= quantity,
    }
  })
}

/** A repeat of an ASAP order may have seen another time. */
const withoutTime = (delivery: WantedDelivery) => ('asap' in delivery ? { asap: true } : delivery)

/** What a request for an order has besides its items and address, by which it is compared with others. */
type FurtherContent = Omit<OrderContent, 'items' | 'address'>

/**
 * Returns a hash by which two requests are compared: of merged items, address, payment type, and the other content.
 */
export function orderFingerprint(
  items: readonly WantedItem[],
  addressId: string,
  { paymentType, code, delivery }: FurtherContent & { paymentType: string },
): string {
  const lines = items.map((item) => [item.product, item.quantity])
  const more = Object.values({
    code: code && normalCode(code),
    delivery: delivery && withoutTime(delivery),
  } satisfies Record<keyof FurtherContent, unknown>)
  // Only what is there, and without names, so that older orders keep their hash. A further text is added as
  // `{ name: text }`, so that it is never taken for a code.
  const content = JSON.stringify([paymentType, addressId, lines, ...more.filter((each) => each !== undefined)])
  return createHash('sha256').update(content).digest('base64url')
}
