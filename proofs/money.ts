import type { Product } from '../contract/entities/product.ts'
import { inCoins, roundedOff } from '../contract/pricing/cash-coins.ts'
import {
  type Discount,
  type Extras,
  type PricedLine,
  rateOf,
  type TaxOfDay,
  type Totals,
  taxOn,
  totalsOf,
} from '../contract/pricing/pricing.ts'
import {
  applyPromotions,
  discountsOf,
  type PromotionTerms,
  type PromotionToApply,
} from '../contract/pricing/promotions.ts'
import { costOfPart, costsOfLines, type PartOfLine } from '../contract/pricing/refund-pricing.ts'
import { pageSettingsOf } from '../contract/settings/page-settings.ts'
import { taxRules } from '../contract/settings/shop.ts'
import { cents, toWire } from '../contract/values/money.ts'
import { seededRandom } from '../demo/seeded-random.ts'
import { assertSums, linesToPay } from '../server/payments/gateway.ts'
import { shop } from '../shop.config.ts'
import { linesOfCart } from '../web/cart/cart-lines.ts'
import { setShop } from '../web/shop.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const today = '2026-11-22'
const rules: TaxOfDay[] = [
  taxOn(taxRules.added2Percent, today),
  taxOn(taxRules.thailand, today),
  { mode: 'added', rounding: 'half up', rates: { standard: 725, exempt: 0, luxury: 1999 } },
]
const classes = [undefined, 'standard', 'exempt', 'luxury', 'gone']

/**
 * Random carts with tax classes, discounts and delivery fees: the sums of the screen, the order and the gateway are
 * compared with each other, and with arbitrary-precision integers that share no code with them.
 */
export async function money(size: Size): Promise<Finding> {
  // The cart's lines read the shop's settings, as on a page.
  setShop(pageSettingsOf(shop, true))
  const carts = size === 'whole' ? 1_000_000 : 20_000
  const random = seededRandom(42)
  const failures = new Failures()
  let largest = 0
  let refunded = 0
  for (let n = 0; n < carts; n += 1) {
    const rule = rules[n % rules.length] as TaxOfDay
    const cart = aCart(random)
    const promotions = n % 3 === 0 ? somePromotions(random, cart.lines) : undefined
    const extras = promotions ? { discounts: promotions } : n % 2 === 0 ? {} : someExtras(random, cart.lines.length)
    // The screen has prices in the wire's format.
    const shown = linesOfCart(cart.items, cart.onTheWire)
    const screen = totalsOf(
      shown.map(({ unitPrice, quantity, product }) => ({
        offerPriceCents: unitPrice,
        quantity,
        taxClass: product.taxClass,
      })),
      rule,
      extras,
    )
    const order = totalsOf(cart.lines, rule, extras)
    const wrong = inexact(order, exactTotals(cart.lines, rule, extras))
    failures.check(wrong === undefined, `order ${n}: ${wrong}`)
    failures.check(
      screen.total === order.total && screen.tax === order.tax,
      `screen ${n} shows ${screen.total}, the order ${order.total}`,
    )
    const lines = linesToPay({
      lines: cart.lines.map(({ offerPriceCents, quantity }, index) => ({
        name: '',
        unitCents: offerPriceCents,
        quantity,
        discountCents: order.lines[index]?.discount ?? 0,
      })),
      shippingCents: order.shipping,
      language: 'en',
    })
    const addedTaxCents = order.total - (order.subtotal - order.discount + order.shipping)
    try {
      assertSums({ ...noPage, lines, addedTaxCents, amountCents: order.total })
    } catch (error) {
      failures.check(false, `gateway ${n}: ${(error as Error).message}`)
    }
    if (n % 5 === 0) {
      const wrong = inexactRefunds(cart.lines, order, rule, random)
      failures.check(wrong === undefined, `refunds of order ${n}: ${wrong}`)
      refunded += cart.lines.length
    }
    const inCash = inexactCash(order.total, random)
    failures.check(inCash === undefined, `cash of order ${n}: ${inCash}`)
    largest = Math.max(largest, order.total)
  }
  return {
    guarantee: 'Screen, order and gateway agree to the cent',
    did: `${carts.toLocaleString('en')} random carts, a third with promotions, a third with other discounts and a delivery fee, under ${rules.length} tax rules (seed 42), compared with arbitrary-precision integers; ${refunded.toLocaleString('en')} lines refunded in random steps, by the piece and by weight; each paid in coins of 25 satang and refunded in random steps`,
    figure: `all equal; the largest total ${toWire(cents(largest)).toLocaleString('en')}`,
    failures: failures.all,
  }
}

/**
 * Pays an order in cash, and refunds it in random steps, each of which is paid out. Returns an error for a sum that
 * isn't whole coins, or that differs from the same order at its last price; otherwise undefined.
 */
function inexactCash(total: number, random: () => number): string | undefined {
  const coin = 25
  let cost = total
  let cash = inCoins(cost, coin)
  for (let step = 0; step < 4; step += 1) {
    const rounded = roundedOff({ cost, cash, other: 0, coin })
    // The balance of the ledger's movements.
    const back = cash + rounded - cost
    const exact = BigInt(cost) - (BigInt(cost) % 25n)
    if (back < 0 || back % coin !== 0) return `${back} is to be paid out at a price of ${cost}`
    if (BigInt(cash - back) !== exact) return `${cash - back} was paid at a price of ${cost}, not ${exact}`
    if (rounded < 0 || rounded >= coin) return `${rounded} is rounded off at a price of ${cost}`
    cash -= back
    cost = step === 2 ? 0 : Math.floor(cost * random())
  }
  return undefined
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
  const lines: PricedLine[] = []
  const items: Record<string, number> = {}
  const onTheWire = new Map<string, Product>()
  const count = 1 + Math.floor(random() * (random() < 0.05 ? 100 : 8))
  for (let index = 0; index < count; index += 1) {
    const digits = 1 + Math.floor(random() * 9)
    const offerPriceCents = 1 + Math.floor(random() * (10 ** digits - 1))
    const quantity = 1 + Math.floor(random() * (random() < 0.1 ? 99 : 9))
    const taxClass = classes[Math.floor(random() * classes.length)]
    const id = String(index).padStart(4, '0')
    lines.push({ offerPriceCents, quantity, taxClass })
    items[id] = quantity
    onTheWire.set(id, {
      _id: id,
      price: JSON.parse(JSON.stringify(offerPriceCents / 100)),
      offerPrice: JSON.parse(JSON.stringify(offerPriceCents / 100)),
      inStock: true,
      taxClass,
    } as Product)
  }
  return { lines, items, onTheWire }
}

function someExtras(random: () => number, lines: number): Extras {
  const amount = () => Math.floor(random() * 10 ** Math.floor(random() * 9))
  const some = () => [...Array(lines).keys()].filter(() => random() < 0.4)
  return {
    shippingCents: Math.floor(random() * 20_000),
    discounts: Array.from({ length: Math.floor(random() * 3) }, () => ({
      cents: amount(),
      ...(random() < 0.5 ? { lines: some() } : {}),
    })),
  }
}

/** The discounts of random promotions on a cart: no promotion may take more than the price of its lines. */
function somePromotions(random: () => number, lines: readonly PricedLine[]): Discount[] {
  const whole = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const goods = lines.map(({ offerPriceCents, quantity }, index) => ({
    product: String(index),
    category: index % 2 === 0 ? 'even' : 'odd',
    offerPriceCents,
    quantity,
  }))
  const amount = () => whole(1, 10 ** whole(1, 8)) / 100
  const scopes = [{}, { categories: ['even'] }, { products: ['0', '1', '3'] }]
  const promotions = Array.from({ length: whole(1, 5) }, (_, index): PromotionToApply => {
    const scope = scopes[whole(0, 2)]
    const kinds: PromotionTerms[] = [
      { kind: 'percent', basisPoints: whole(1, 10_000), ...scope },
      { kind: 'amount', amount: amount(), ...scope },
      { kind: 'buyGet', buy: whole(1, 4), get: whole(1, 3), ...scope },
      { kind: 'pieces', pieces: whole(2, 6), amount: amount(), ...scope },
      { kind: 'freeDelivery' },
    ]
    const terms = kinds[whole(0, kinds.length - 1)] as PromotionTerms
    return {
      id: String(index),
      name: '',
      terms,
      ...(index === 0 ? { code: 'CODE' } : {}),
      minimum: random() < 0.3 ? amount() : 0,
    }
  })
  return discountsOf(applyPromotions(goods, promotions).applied)
}

/** The same sums with integers of any size. */
function exactTotals(lines: readonly PricedLine[], rule: TaxOfDay, { discounts = [], shippingCents = 0 }: Extras) {
  const gross = lines.map((line) => BigInt(line.offerPriceCents) * BigInt(line.quantity))
  const net = [...gross]
  for (const { cents: off, lines: own } of discounts) {
    const positions = own ?? lines.map((_, index) => index)
    const weights = positions.map((index) => net[index] ?? 0n)
    const most = sum(weights)
    const shares = exactShares(BigInt(off) < most ? BigInt(off) : most, weights)
    for (const [index, line] of positions.entries()) net[line] = (net[line] ?? 0n) - (shares[index] ?? 0n)
  }
  const bases = new Map<number, bigint>()
  const before = new Map<number, bigint>()
  for (const [index, line] of lines.entries()) {
    const rate = rateOf(rule, line.taxClass)
    bases.set(rate, (bases.get(rate) ?? 0n) + (net[index] ?? 0n))
    before.set(rate, (before.get(rate) ?? 0n) + (gross[index] ?? 0n))
  }
  const goods = sum(net)
  // The delivery fee of free goods is taxed by their gross prices.
  const fees = exactShares(BigInt(shippingCents), [...(goods === 0n ? before : bases).values()])
  let tax = 0n
  for (const [index, [rate, base]] of [...bases].entries()) {
    const whole = base + (fees[index] ?? 0n)
    const divisor = rule.mode === 'added' ? 10_000n : 10_000n + BigInt(rate)
    const half = rule.rounding === 'half up' ? divisor : 0n
    tax += (2n * whole * BigInt(rate) + half) / (2n * divisor)
  }
  const total = goods + BigInt(shippingCents) + (rule.mode === 'added' ? tax : 0n)
  return { net, tax, total, subtotal: sum(gross) }
}

/** Largest remainder, by handing out one cent at a time: slow, and nothing like the shop's way. */
function exactShares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights)
  if (all === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (amount * weight) / all)
  let left = amount - sum(shares)
  const fractions = weights.map((weight) => (amount * weight) % all)
  while (left > 0n) {
    const highest = fractions.reduce((a, b) => (b > a ? b : a))
    const index = fractions.indexOf(highest)
    shares[index] = (shares[index] ?? 0n) + 1n
    fractions[index] = -1n
    left -= 1n
  }
  return shares
}

const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n)

/** Returns the differences of an order from the exact sums. */
function inexact(order: Totals, exact: ReturnType<typeof exactTotals>): string | undefined {
  if (BigInt(order.total) !== exact.total) return `is ${order.total}, exactly ${exact.total}`
  if (BigInt(order.tax) !== exact.tax) return `its tax is ${order.tax}, exactly ${exact.tax}`
  if (BigInt(order.subtotal) !== exact.subtotal) return `its lines make ${order.subtotal}, exactly ${exact.subtotal}`
  const line = order.lines.findIndex(({ net }, index) => BigInt(net) !== exact.net[index])
  return line === -1 ? undefined : `line ${line} costs ${order.lines[line]?.net}, exactly ${exact.net[line]}`
}

/**
 * Refunds every line in random steps; returns the errors: a step that differs by more than a cent from its exact part,
 * steps that don't add up to the line, or lines that with the fee don't add up to the order.
 */
function inexactRefunds(
  lines: readonly PricedLine[],
  order: Totals,
  rule: TaxOfDay,
  random: () => number,
): string | undefined {
  const isAdded = rule.mode === 'added'
  const costs = costsOfLines(order.lines, order.taxes, isAdded)
  let all = 0n
  for (const [index, { quantity }] of lines.entries()) {
    const cost = costs[index] ?? 0
    let back = 0n
    // Half of the products are sold in packs of so many grams, and are refunded in pieces and in grams.
    const size = random() < 0.5 ? 1 : 2 + Math.floor(random() * 2000)
    const units = quantity * size
    const before: PartOfLine[] = []
    for (let left = units; left > 0; ) {
      const isByWeight = left < size || (size > 1 && random() < 0.5)
      const part = isByWeight
        ? { quantity: 0, measure: 1 + Math.floor(random() * left) }
        : { quantity: 1 + Math.floor(random() * Math.floor(left / size)) }
      const taken = isByWeight ? (part.measure ?? 0) : part.quantity * size
      const { cents: step } = costOfPart({ cost, quantity, size }, before, part)
      if (step === undefined) return `line ${index}: ${taken} of ${left} units can't be refunded`
      const off = BigInt(step) * BigInt(units) - BigInt(cost) * BigInt(taken)
      if (off >= BigInt(units) || off <= -BigInt(units)) return `line ${index}: ${taken} of ${units} units cost ${step}`
      back += BigInt(step)
      before.push(part)
      left -= taken
    }
    if (back !== BigInt(cost)) return `line ${index} costs ${cost}, and ${back} was refunded`
    all += back
  }
  const fee = BigInt(order.total) - all
  if (order.shipping === 0 && fee !== 0n) return `the lines make ${all} of ${order.total}`
  const most = BigInt(order.shipping) + (isAdded ? BigInt(order.tax) : 0n)
  return fee < BigInt(order.shipping) || fee > most ? `the delivery fee costs ${fee}` : undefined
}
