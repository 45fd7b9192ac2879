import type { Product } from '../contract/entities.ts'
import { cents, toWire } from '../contract/money.ts'
import { type TaxRule, totalsOf } from '../contract/pricing.ts'
import { taxRules } from '../contract/shop.ts'
import { assertSums } from '../server/payments/gateway.ts'
import { linesOfCart } from '../web/cart/cart-lines.ts'
import { Faults, type Finding, type Size } from './finding.ts'
import { seeded } from './place.ts'

const rules: TaxRule[] = [taxRules.added2Percent, taxRules.thailand, { basisPoints: 725, mode: 'added' }]

/**
 * Random carts: the sums of the screen, the order and the gateway are compared with each other, and with
 * arbitrary-precision integers that share no code with them.
 */
export async function money(size: Size): Promise<Finding> {
  const carts = size === 'whole' ? 1_000_000 : 20_000
  const random = seeded(42)
  const faults = new Faults()
  let largest = 0
  for (let n = 0; n < carts; n += 1) {
    const rule = rules[n % rules.length] as TaxRule
    const cart = aCart(random)
    // The screen has prices in the wire's format.
    const shown = linesOfCart(cart.items, cart.onTheWire)
    const screen = totalsOf(
      shown.map(({ each, quantity }) => ({ offerPriceCents: each, quantity })),
      rule,
    )
    const order = totalsOf(cart.lines, rule)
    const exact = exactTotals(cart.lines, rule)
    faults.unless(
      BigInt(order.total) === exact.total && BigInt(order.tax) === exact.tax,
      `order ${n} is ${order.total}, exactly ${exact.total}`,
    )
    faults.unless(
      screen.total === order.total && screen.tax === order.tax,
      `screen ${n} shows ${screen.total}, the order ${order.total}`,
    )
    const lines = cart.lines.map((line) => ({ name: '', unitCents: line.offerPriceCents, quantity: line.quantity }))
    try {
      assertSums({ ...noPage, lines, addedTaxCents: order.total - order.subtotal, amountCents: order.total })
    } catch (error) {
      faults.unless(false, `gateway ${n}: ${(error as Error).message}`)
    }
    largest = Math.max(largest, order.total)
  }
  return {
    claim: 'Screen, order and gateway agree to the cent',
    did: `${carts.toLocaleString('en')} random carts under ${rules.length} tax rules (seed 42), against whole numbers of any size`,
    figure: `all equal; the largest ${toWire(cents(largest)).toLocaleString('en')}`,
    faults: faults.all,
  }
}

const noPage = {
  orderId: '',
  orderNumber: 0,
  key: '',
  currency: 'usd',
  email: '',
  language: 'en' as const,
  expiresAt: new Date(0),
}

function aCart(random: () => number) {
  const lines: { offerPriceCents: number; quantity: number }[] = []
  const items: Record<string, number> = {}
  const onTheWire = new Map<string, Product>()
  const count = 1 + Math.floor(random() * (random() < 0.05 ? 100 : 8))
  for (let at = 0; at < count; at += 1) {
    const digits = 1 + Math.floor(random() * 9)
    const offerPriceCents = 1 + Math.floor(random() * (10 ** digits - 1))
    const quantity = 1 + Math.floor(random() * (random() < 0.1 ? 99 : 9))
    const id = String(at).padStart(4, '0')
    lines.push({ offerPriceCents, quantity })
    items[id] = quantity
    onTheWire.set(id, {
      _id: id,
      price: JSON.parse(JSON.stringify(offerPriceCents / 100)),
      offerPrice: JSON.parse(JSON.stringify(offerPriceCents / 100)),
      inStock: true,
    } as Product)
  }
  return { lines, items, onTheWire }
}

function exactTotals(lines: readonly { offerPriceCents: number; quantity: number }[], rule: TaxRule) {
  const subtotal = lines.reduce((sum, line) => sum + BigInt(line.offerPriceCents) * BigInt(line.quantity), 0n)
  const rate = BigInt(rule.basisPoints)
  if (rule.mode === 'added') {
    const tax = (subtotal * rate) / 10_000n
    return { tax, total: subtotal + tax }
  }
  return { tax: (subtotal * rate) / (10_000n + rate), total: subtotal }
}
