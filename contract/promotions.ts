import { type Cents, cents, centsOf } from './money.ts'
import { type Discount, spread, sumOf } from './pricing.ts'

/*
 * Promotions: what sellers take off prices, by a code or without one. The order, the cart and the seller's preview all use
 * `applyPromotions`. It is loaded with the screens that need it: no other screen shows more than the label of a product.
 */

/** The goods that a promotion is about: products, categories, or both. Without either it is about every product. */
export type Scope = { products?: string[] | undefined; categories?: string[] | undefined }

/** What a promotion takes off. Amounts are in the shop's currency. */
export type PromotionTerms =
  /** Hundredths of a percent off the goods of its scope; off the whole order if it has none. */
  | ({ kind: 'percent'; basisPoints: number } & Scope)
  /** Off each piece of its scope; off the whole order, once, if it has none. */
  | ({ kind: 'amount'; amount: number } & Scope)
  /** Of each group of pieces the cheapest `get` are free. */
  | ({ kind: 'buyGet'; buy: number; get: number } & Scope)
  /** This many pieces for one amount. */
  | ({ kind: 'pieces'; pieces: number; amount: number } & Scope)
  /** The delivery fee. */
  | { kind: 'freeDelivery' }

/** A promotion that a cart can have now. */
export type Offer = {
  id: string
  name: string
  nameTh?: string | null | undefined
  /** Absent if it applies by itself. */
  code?: string | null | undefined
  terms: PromotionTerms
  /** What the goods have to cost before any promotion, in the shop's currency. */
  minimum?: number | undefined
}

export type PromotedLine = { product: string; category: string; offerPriceCents: number; quantity: number }

/** What one promotion takes off a cart. */
export type Taken<O extends Offer = Offer> = {
  offer: O
  /** Off the lines, all together. */
  cents: Cents
  /** Off each line. */
  lineCents: Cents[]
  /** Off the delivery fee. */
  shippingCents: Cents
}

/** What is missing for a promotion. */
export type Missing<O extends Offer = Offer> = { offer: O } & (
  | {
      /** Of the goods on these lines. */
      pieces: number
      lines: number[]
    }
  | { cents: Cents }
)

/** Why a code takes nothing off a cart. */
export type NoEffect =
  | { reason: 'minimum'; cents: Cents }
  | { reason: 'pieces'; pieces: number }
  | { reason: 'goods' | 'nothing' }

export type Applied<O extends Offer = Offer> = {
  /** In the order in which they were applied. */
  taken: Taken<O>[]
  /** What the shopper could add for promotions that apply by themselves. */
  missing: Missing<O>[]
  /** Why the code takes nothing off; undefined if it does, and without one. */
  noEffect: NoEffect | undefined
}

/**
 * Applies promotions to a cart, at most one of them with a code. They combine as `web/messages` tells the owner:
 *
 * 1. Each product takes part in one promotion on products, the one that saves most. Promotions over several pieces go
 *    first where they save more than what their lines would get otherwise.
 * 2. Of the promotions off the whole order, the best one is taken off what is left.
 * 3. The code is taken off what is left then.
 *
 * A minimum is compared with the goods' price before any promotion. No line costs less than nothing. Of promotions that save
 * the same, the first one is taken.
 */
export function applyPromotions<O extends Offer>(
  lines: readonly PromotedLine[],
  offers: readonly O[],
  { shippingCents = 0 }: { shippingCents?: number } = {},
): Applied<O> {
  const gross = lines.map((line) => cents(cents(line.offerPriceCents) * cents(line.quantity)))
  const subtotal = sumOf(gross)
  const isReached = ({ minimum = 0 }: Offer) => subtotal >= centsOf(minimum)
  const own = offers.filter((offer) => !offer.code)
  const code = offers.find((offer) => offer.code)
  const net: number[] = [...gross]
  let shipping = shippingCents
  const taken: Taken<O>[] = []
  const take = (offer: O, off: readonly number[]) => {
    const lineCents = off.map((each, at) => cents(Math.min(each, net[at] ?? 0)))
    const sum = sumOf(lineCents)
    const free = offer.terms.kind === 'freeDelivery' ? shipping : 0
    if (sum === 0 && free === 0) return
    for (const [at, each] of lineCents.entries()) net[at] = (net[at] ?? 0) - each
    shipping -= free
    taken.push({ offer, cents: cents(sum), lineCents, shippingCents: cents(free) })
  }

  const reached = own.filter(isReached)
  const onProducts = bestOnProducts(
    lines,
    reached.filter(({ terms }) => isOnProducts(terms)),
  )
  for (const { offer, off } of onProducts) take(offer, off)
  const offOrder = reached.filter(({ terms }) => !isOnProducts(terms) && terms.kind !== 'freeDelivery')
  const [best] = byMost(offOrder.map((offer) => ({ offer, off: savingOf(lines, offer.terms, net) })))
  if (best) take(best.offer, best.off)
  const nothing = lines.map(() => 0)
  for (const offer of reached) if (offer.terms.kind === 'freeDelivery') take(offer, nothing)

  let noEffect: NoEffect | undefined
  if (code) {
    const before = taken.length
    if (isReached(code)) take(code, savingOf(lines, code.terms, net))
    if (taken.length === before) noEffect = whyNothing(lines, code, subtotal)
  }
  return { taken, missing: missingFor(lines, own, subtotal, taken), noEffect }
}

/** Returns the discounts of `totalsOf`: each share of a line is one of its own, so that orders keep them to the cent. */
export function discountsOf(taken: readonly Pick<Taken, 'lineCents'>[]): Discount[] {
  return taken.flatMap(({ lineCents }) =>
    lineCents.flatMap((off, line): Discount[] => (off > 0 ? [{ cents: off, lines: [line] }] : [])),
  )
}

/** Returns whether a product is among the goods of a promotion. */
export function isInScope(
  terms: PromotionTerms,
  { product, category }: { product: string; category: string },
): boolean {
  const { products, categories } = scopeOf(terms)
  if (!products && !categories) return true
  return (products?.includes(product) ?? false) || (categories?.includes(category) ?? false)
}

/** Returns whether a promotion is about single products, and not about the order or its delivery. */
export function isOnProducts(terms: PromotionTerms): boolean {
  return isBundle(terms) || hasScope(terms)
}

type BundleTerms = Extract<PromotionTerms, { kind: 'buyGet' | 'pieces' }>
const isBundle = (terms: PromotionTerms): terms is BundleTerms => terms.kind === 'buyGet' || terms.kind === 'pieces'

const scopeOf = (terms: PromotionTerms): Scope => (terms.kind === 'freeDelivery' ? {} : terms)
const hasScope = (terms: PromotionTerms) =>
  scopeOf(terms).products !== undefined || scopeOf(terms).categories !== undefined

/** Returns how many pieces make a group of a promotion over several pieces. */
export const groupOf = (terms: BundleTerms): number => (terms.kind === 'pieces' ? terms.pieces : terms.buy + terms.get)

type Saving<O> = { offer: O; off: number[] }

const totalOf = ({ off }: { off: readonly number[] }) => sumOf(off)
const byMost = <O>(savings: Saving<O>[]) => savings.sort((one, other) => totalOf(other) - totalOf(one))

/** Chooses for each line the promotion on products that saves most. */
function bestOnProducts<O extends Offer>(lines: readonly PromotedLine[], offers: readonly O[]): Saving<O>[] {
  const gross = lines.map((line) => line.offerPriceCents * line.quantity)
  const single = offers
    .filter(({ terms }) => !isBundle(terms))
    .map((offer) => ({ offer, off: savingOf(lines, offer.terms, gross) }))
  const bestSingle = lines.map((_, at) => Math.max(0, ...single.map(({ off }) => off[at] ?? 0)))
  const chosen: Saving<O>[] = []
  /** Lines that take part in a promotion over several pieces. */
  const bound = new Set<number>()
  let bundles = offers.filter(({ terms }) => isBundle(terms))
  while (bundles.length > 0) {
    const free = lines.map((line, at) => (bound.has(at) ? { ...line, quantity: 0 } : line))
    const gains = bundles
      .map((offer) => {
        const off = savingOf(free, offer.terms, gross)
        return { offer, off, gain: sumOf(off.map((each, at) => (each > 0 ? each - (bestSingle[at] ?? 0) : 0))) }
      })
      .sort((one, other) => other.gain - one.gain)
    const [most] = gains
    if (!most || most.gain <= 0) break
    chosen.push({ offer: most.offer, off: most.off })
    for (const [at, each] of most.off.entries()) if (each > 0) bound.add(at)
    bundles = bundles.filter((offer) => offer !== most.offer)
  }
  const owner = lines.map((_, at) =>
    bound.has(at) || bestSingle[at] === 0 ? -1 : single.findIndex(({ off }) => off[at] === bestSingle[at]),
  )
  for (const [which, { offer, off }] of single.entries()) {
    const kept = off.map((each, at) => (owner[at] === which ? each : 0))
    if (sumOf(kept) > 0) chosen.push({ offer, off: kept })
  }
  return chosen
}

/** Returns what a promotion alone would take off each line, of what the lines cost (`net`). */
function savingOf(lines: readonly PromotedLine[], terms: PromotionTerms, net: readonly number[]): number[] {
  const isIn = lines.map((line) => isInScope(terms, line))
  const left = net.map((each, at) => (isIn[at] ? each : 0))
  switch (terms.kind) {
    case 'percent':
      if (hasScope(terms)) return left.map((each) => partOf(each, terms.basisPoints))
      return spread(partOf(sumOf(left), terms.basisPoints), left)
    case 'amount': {
      const amount = centsOf(terms.amount)
      if (hasScope(terms)) return left.map((each, at) => Math.min(amount * (lines[at]?.quantity ?? 0), each))
      return spread(Math.min(amount, sumOf(left)), left)
    }
    case 'buyGet':
    case 'pieces':
      return bundleSaving(lines, terms, isIn).map((each, at) => Math.min(each, left[at] ?? 0))
    case 'freeDelivery':
      return lines.map(() => 0)
  }
}

/** Returns a part of a sum in hundredths of a percent, rounded half up. Divides first, so that no step exceeds 2^53. */
function partOf(sum: number, basisPoints: number): number {
  return Math.floor(sum / 10_000) * basisPoints + Math.floor(((sum % 10_000) * basisPoints + 5000) / 10_000)
}

/**
 * Returns what a promotion over several pieces takes off each line. Groups are formed of the dearest pieces first; what a
 * group saves is spread over its pieces in proportion to their prices, so that each of them takes part.
 */
function bundleSaving(lines: readonly PromotedLine[], terms: BundleTerms, isIn: readonly boolean[]): number[] {
  const size = groupOf(terms)
  const off = lines.map(() => 0)
  const sorted = dearestFirst(lines, isIn)
  const pieces = sumOf(sorted.map(({ quantity }) => quantity))
  let left = pieces - (pieces % size)
  let group: Run[] = []
  for (const { at, price, quantity } of sorted) {
    let own = Math.min(quantity, left)
    left -= own
    const before = sumOf(group.map((run) => run.quantity))
    if (before > 0) {
      const added = Math.min(own, size - before)
      group.push({ at, price, quantity: added })
      own -= added
      if (before + added < size) continue
      takeOff(off, group, terms)
      group = []
    }
    const inOwnGroups = own - (own % size)
    if (inOwnGroups > 0)
      off[at] = (off[at] ?? 0) + (inOwnGroups / size) * savingOfGroup([{ at, price, quantity: size }], terms)
    if (own > inOwnGroups) group = [{ at, price, quantity: own - inOwnGroups }]
  }
  return off
}

/** Pieces of one line, all of one price. */
type Run = { at: number; price: number; quantity: number }

/** Returns what a group saves; its dearest pieces are first. */
function savingOfGroup(group: readonly Run[], terms: BundleTerms): number {
  if (terms.kind === 'pieces')
    return Math.max(sumOf(group.map(({ price, quantity }) => price * quantity)) - centsOf(terms.amount), 0)
  let free = terms.get
  let saving = 0
  for (const { price, quantity } of [...group].reverse()) {
    saving += Math.min(quantity, free) * price
    free -= Math.min(quantity, free)
  }
  return saving
}

function takeOff(off: number[], group: readonly Run[], terms: BundleTerms): void {
  const shares = spread(
    savingOfGroup(group, terms),
    group.map(({ price, quantity }) => price * quantity),
  )
  for (const [index, { at }] of group.entries()) off[at] = (off[at] ?? 0) + (shares[index] ?? 0)
}

function dearestFirst(lines: readonly PromotedLine[], isIn: readonly boolean[]): Run[] {
  return lines
    .map(({ offerPriceCents, quantity }, at) => ({ at, price: offerPriceCents, quantity }))
    .filter(({ at, quantity }) => isIn[at] && quantity > 0)
    .sort((one, other) => other.price - one.price || one.at - other.at)
}

function whyNothing(lines: readonly PromotedLine[], { terms, minimum = 0 }: Offer, subtotal: number): NoEffect {
  const isIn = lines.map((line) => isInScope(terms, line))
  if (!isIn.includes(true)) return { reason: 'goods' }
  if (subtotal < centsOf(minimum)) return { reason: 'minimum', cents: cents(centsOf(minimum) - subtotal) }
  if (isBundle(terms)) {
    const pieces = sumOf(lines.map(({ quantity }, at) => (isIn[at] ? quantity : 0)))
    if (pieces < groupOf(terms)) return { reason: 'pieces', pieces: groupOf(terms) - pieces }
  }
  return { reason: 'nothing' }
}

/** Returns what is missing for promotions without a code, where a piece or a sum is missing that the shopper may add. */
function missingFor<O extends Offer>(
  lines: readonly PromotedLine[],
  own: readonly O[],
  subtotal: number,
  taken: readonly Taken<O>[],
): Missing<O>[] {
  if (lines.length === 0) return []
  /** Lines on which another promotion was taken. */
  const isTakenBy = (offer: O, at: number) =>
    taken.some(
      (each) =>
        each.offer !== offer && isOnProducts(each.offer.terms) && !each.offer.code && (each.lineCents[at] ?? 0) > 0,
    )
  return own.flatMap((offer): Missing<O>[] => {
    const { terms, minimum = 0 } = offer
    const missingCents = centsOf(minimum) - subtotal
    if (missingCents > 0)
      return lines.some((line) => isInScope(terms, line)) ? [{ offer, cents: cents(missingCents) }] : []
    if (!isBundle(terms)) return []
    const isIn = lines.map((line, at) => isInScope(terms, line) && !isTakenBy(offer, at))
    const sorted = dearestFirst(lines, isIn)
    const pieces = sumOf(sorted.map(({ quantity }) => quantity))
    const rest = pieces % groupOf(terms)
    if (rest === 0) return []
    // The cheapest pieces are those that no group has.
    const loose = sorted
      .flatMap(({ at, price, quantity }) => Array.from({ length: Math.min(quantity, rest) }, () => ({ at, price })))
      .slice(-rest)
    const more = groupOf(terms) - rest
    const cheapest = Math.min(...loose.map(({ price }) => price))
    const price = sumOf(loose.map((each) => each.price)) + more * cheapest
    if (terms.kind === 'pieces' && price <= centsOf(terms.amount)) return []
    return [{ offer, pieces: more, lines: [...new Set(loose.map(({ at }) => at))] }]
  })
}
