import { type Cents, cents, centsOf, partOf } from '../values/money.ts'
import { allocate, type Discount, sumOf } from './pricing.ts'

/*
 * Promotions: sellers' discounts, by a code or automatic. The order, the cart and the seller's preview all use
 * `applyPromotions`. It is loaded with the screens that need it: no other screen shows more than the label of a
 * product.
 */

/** The scope of a promotion: products, categories, or both. Without either it is every product. */
export type Scope = { products?: string[]; categories?: string[] }

/** The discount of a promotion. Amounts are in the shop's currency. */
export type PromotionTerms =
  /** Hundredths of a percent off the goods of its scope; off the whole order if it has none. */
  | ({ kind: 'percent'; basisPoints: number } & Scope)
  /** Off each piece of its scope; off the whole order, once, if it has none. */
  | ({ kind: 'amount'; amount: number } & Scope)
  /** The cheapest `get` of each group of pieces are free. */
  | ({ kind: 'buyGet'; buy: number; get: number } & Scope)
  /** This many pieces for one amount. */
  | ({ kind: 'pieces'; pieces: number; amount: number } & Scope)
  /** The delivery fee. */
  | { kind: 'freeDelivery' }

/** The fields of a promotion that decide what it takes off a cart, and that name it. */
export type PromotionToApply = {
  id: string
  name: string
  nameTh?: string | null
  /** Absent if it is automatic. */
  code?: string | null
  terms: PromotionTerms
  /** The minimum price of the goods before any promotion, in the shop's currency. */
  minimum?: number
}

export type PromotedLine = { product: string; category: string; offerPriceCents: number; quantity: number }

/** The discount of one promotion on a cart. */
export type AppliedPromotion<P extends PromotionToApply = PromotionToApply> = {
  promotion: P
  /** Off the lines, all together. */
  cents: Cents
  /** Off each line. */
  lineCents: Cents[]
  /** Off the delivery fee. */
  shippingCents: Cents
}

/** The missing sum or pieces for a promotion. */
export type NearMiss<P extends PromotionToApply = PromotionToApply> = { promotion: P } & (
  | {
      /** The missing pieces of the goods on these lines. */
      pieces: number
      lines: number[]
    }
  | { cents: Cents }
)

/** The reason why a code takes nothing off a cart. */
export type NoEffect =
  | { reason: 'minimum'; cents: Cents }
  | { reason: 'pieces'; pieces: number }
  | { reason: 'goods' | 'nothing' }

export type PromotionResult<P extends PromotionToApply = PromotionToApply> = {
  /** In the order in which they were applied. */
  applied: AppliedPromotion<P>[]
  /** Goods that the shopper could add for automatic promotions. */
  missing: NearMiss<P>[]
  /** The reason why the code takes nothing off; undefined if it does, and without one. */
  noEffect: NoEffect | undefined
}

/**
 * Applies promotions to a cart, at most one of them with a code. The rule, which `web/messages` also explains to the
 * owner:
 *
 * 1. Each product takes part in one promotion on products, the one that saves most. Promotions over several pieces go
 *    first where they save more than the other promotions of their lines.
 * 2. Of the promotions off the whole order, the best one is taken off the remaining price.
 * 3. The code is taken off the price that remains then.
 *
 * A minimum is compared with the goods' price before any promotion. No line's price goes below zero. Of promotions that
 * save the same, the first one is taken.
 */
export function applyPromotions<P extends PromotionToApply>(
  lines: readonly PromotedLine[],
  promotions: readonly P[],
  { shippingCents = 0 }: { shippingCents?: number } = {},
): PromotionResult<P> {
  const gross = lines.map((line) => cents(cents(line.offerPriceCents) * cents(line.quantity)))
  const subtotal = sumOf(gross)
  const isReached = ({ minimum = 0 }: PromotionToApply) => subtotal >= centsOf(minimum)
  const automatic = promotions.filter((promotion) => !promotion.code)
  const code = promotions.find((promotion) => promotion.code)
  const net: number[] = [...gross]
  let shipping = shippingCents
  const applied: AppliedPromotion<P>[] = []
  const take = (promotion: P, off: readonly number[]) => {
    const lineCents = off.map((each, index) => cents(Math.min(each, net[index] ?? 0)))
    const sum = sumOf(lineCents)
    const free = promotion.terms.kind === 'freeDelivery' ? shipping : 0
    if (sum === 0 && free === 0) return
    for (const [index, each] of lineCents.entries()) net[index] = (net[index] ?? 0) - each
    shipping -= free
    applied.push({ promotion, cents: cents(sum), lineCents, shippingCents: cents(free) })
  }

  const reached = automatic.filter(isReached)
  const onProducts = bestOnProducts(
    lines,
    reached.filter(({ terms }) => isOnProducts(terms)),
  )
  for (const { promotion, off } of onProducts) take(promotion, off)
  const offOrder = reached.filter(({ terms }) => !isOnProducts(terms) && terms.kind !== 'freeDelivery')
  const [best] = byMost(offOrder.map((promotion) => ({ promotion, off: savingOf(lines, promotion.terms, net) })))
  if (best) take(best.promotion, best.off)
  const nothing = lines.map(() => 0)
  for (const promotion of reached) if (promotion.terms.kind === 'freeDelivery') take(promotion, nothing)

  let noEffect: NoEffect | undefined
  if (code) {
    const before = applied.length
    if (isReached(code)) take(code, savingOf(lines, code.terms, net))
    if (applied.length === before) noEffect = whyNothing(lines, code, subtotal)
  }
  return { applied, missing: missingFor(lines, automatic, subtotal, applied), noEffect }
}

/**
 * Returns the discounts of `totalsOf`: each share of a line is one of its own, so that orders keep them to the cent.
 */
export function discountsOf(applied: readonly Pick<AppliedPromotion, 'lineCents'>[]): Discount[] {
  return applied.flatMap(({ lineCents }) =>
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

/** Returns the goods that a promotion is about: empty for one of the order, of its delivery, or without terms. */
export const scopeOf = (terms: PromotionTerms | undefined): Scope =>
  terms === undefined || terms.kind === 'freeDelivery' ? {} : terms
const hasScope = (terms: PromotionTerms) =>
  scopeOf(terms).products !== undefined || scopeOf(terms).categories !== undefined

/** Returns how many pieces make a group of a promotion over several pieces. */
export const groupOf = (terms: BundleTerms): number => (terms.kind === 'pieces' ? terms.pieces : terms.buy + terms.get)

type Saving<P> = { promotion: P; off: number[] }

const totalOf = ({ off }: { off: readonly number[] }) => sumOf(off)
const byMost = <P>(savings: Saving<P>[]) => savings.sort((a, b) => totalOf(b) - totalOf(a))

/** Chooses for each line the promotion on products that saves most. */
function bestOnProducts<P extends PromotionToApply>(
  lines: readonly PromotedLine[],
  promotions: readonly P[],
): Saving<P>[] {
  const gross = lines.map((line) => line.offerPriceCents * line.quantity)
  const single = promotions
    .filter(({ terms }) => !isBundle(terms))
    .map((promotion) => ({ promotion, off: savingOf(lines, promotion.terms, gross) }))
  const bestSingle = lines.map((_, index) => Math.max(0, ...single.map(({ off }) => off[index] ?? 0)))
  const chosen: Saving<P>[] = []
  /** Lines that take part in a promotion over several pieces. */
  const bound = new Set<number>()
  let bundles = promotions.filter(({ terms }) => isBundle(terms))
  while (bundles.length > 0) {
    const free = lines.map((line, index) => (bound.has(index) ? { ...line, quantity: 0 } : line))
    const gains = bundles
      .map((promotion) => {
        const off = savingOf(free, promotion.terms, gross)
        return {
          promotion,
          off,
          gain: sumOf(off.map((each, index) => (each > 0 ? each - (bestSingle[index] ?? 0) : 0))),
        }
      })
      .sort((a, b) => b.gain - a.gain)
    const [most] = gains
    if (!most || most.gain <= 0) break
    chosen.push({ promotion: most.promotion, off: most.off })
    for (const [index, each] of most.off.entries()) if (each > 0) bound.add(index)
    bundles = bundles.filter((promotion) => promotion !== most.promotion)
  }
  const owner = lines.map((_, index) =>
    bound.has(index) || bestSingle[index] === 0 ? -1 : single.findIndex(({ off }) => off[index] === bestSingle[index]),
  )
  for (const [which, { promotion, off }] of single.entries()) {
    const kept = off.map((each, index) => (owner[index] === which ? each : 0))
    if (sumOf(kept) > 0) chosen.push({ promotion, off: kept })
  }
  return chosen
}

/** Returns the discount of a promotion alone on each line, from the lines' prices (`net`). */
function savingOf(lines: readonly PromotedLine[], terms: PromotionTerms, net: readonly number[]): number[] {
  const isIn = lines.map((line) => isInScope(terms, line))
  const left = net.map((each, index) => (isIn[index] ? each : 0))
  switch (terms.kind) {
    case 'percent':
      if (hasScope(terms)) return left.map((each) => shareOf(each, terms.basisPoints))
      return allocate(shareOf(sumOf(left), terms.basisPoints), left)
    case 'amount': {
      const amount = centsOf(terms.amount)
      if (hasScope(terms)) return left.map((each, index) => Math.min(amount * (lines[index]?.quantity ?? 0), each))
      return allocate(Math.min(amount, sumOf(left)), left)
    }
    case 'buyGet':
    case 'pieces':
      return bundleSaving(lines, terms, isIn).map((each, index) => Math.min(each, left[index] ?? 0))
    case 'freeDelivery':
      return lines.map(() => 0)
  }
}

/** Returns a share of a sum in hundredths of a percent, rounded half up. */
const shareOf = (sum: number, basisPoints: number) => partOf(sum, basisPoints, 10_000, 'half up')

/**
 * Returns the discount of a promotion over several pieces on each line. Groups are formed of the dearest pieces first;
 * a group's discount is spread over its pieces in proportion to their prices, so that each of them takes part.
 */
function bundleSaving(lines: readonly PromotedLine[], terms: BundleTerms, isIn: readonly boolean[]): number[] {
  const size = groupOf(terms)
  const off = lines.map(() => 0)
  const sorted = dearestFirst(lines, isIn)
  const pieces = sumOf(sorted.map(({ quantity }) => quantity))
  let left = pieces - (pieces % size)
  let group: PiecesOfLine[] = []
  for (const { index, price, quantity } of sorted) {
    let ownPieces = Math.min(quantity, left)
    left -= ownPieces
    const before = sumOf(group.map((each) => each.quantity))
    if (before > 0) {
      const added = Math.min(ownPieces, size - before)
      group.push({ index, price, quantity: added })
      ownPieces -= added
      if (before + added < size) continue
      takeOff(off, group, terms)
      group = []
    }
    const inOwnGroups = ownPieces - (ownPieces % size)
    if (inOwnGroups > 0)
      off[index] = (off[index] ?? 0) + (inOwnGroups / size) * savingOfGroup([{ index, price, quantity: size }], terms)
    if (ownPieces > inOwnGroups) group = [{ index, price, quantity: ownPieces - inOwnGroups }]
  }
  return off
}

/** Pieces of one line, all of one price. */
type PiecesOfLine = { index: number; price: number; quantity: number }

/** Returns the discount of a group; its dearest pieces are first. */
function savingOfGroup(group: readonly PiecesOfLine[], terms: BundleTerms): number {
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

function takeOff(off: number[], group: readonly PiecesOfLine[], terms: BundleTerms): void {
  const shares = allocate(
    savingOfGroup(group, terms),
    group.map(({ price, quantity }) => price * quantity),
  )
  for (const [position, { index }] of group.entries()) off[index] = (off[index] ?? 0) + (shares[position] ?? 0)
}

function dearestFirst(lines: readonly PromotedLine[], isIn: readonly boolean[]): PiecesOfLine[] {
  return lines
    .map(({ offerPriceCents, quantity }, index) => ({ index, price: offerPriceCents, quantity }))
    .filter(({ index, quantity }) => isIn[index] && quantity > 0)
    .sort((a, b) => b.price - a.price || a.index - b.index)
}

function whyNothing(
  lines: readonly PromotedLine[],
  { terms, minimum = 0 }: PromotionToApply,
  subtotal: number,
): NoEffect {
  const isIn = lines.map((line) => isInScope(terms, line))
  if (!isIn.includes(true)) return { reason: 'goods' }
  if (subtotal < centsOf(minimum)) return { reason: 'minimum', cents: cents(centsOf(minimum) - subtotal) }
  if (isBundle(terms)) {
    const pieces = sumOf(lines.map(({ quantity }, index) => (isIn[index] ? quantity : 0)))
    if (pieces < groupOf(terms)) return { reason: 'pieces', pieces: groupOf(terms) - pieces }
  }
  return { reason: 'nothing' }
}

/** Returns the missing pieces or sums of automatic promotions that the shopper may add. */
function missingFor<P extends PromotionToApply>(
  lines: readonly PromotedLine[],
  own: readonly P[],
  subtotal: number,
  applied: readonly AppliedPromotion<P>[],
): NearMiss<P>[] {
  if (lines.length === 0) return []
  /** Lines on which another promotion was taken. */
  const isTakenBy = (promotion: P, index: number) =>
    applied.some(
      (each) =>
        each.promotion !== promotion &&
        isOnProducts(each.promotion.terms) &&
        !each.promotion.code &&
        (each.lineCents[index] ?? 0) > 0,
    )
  return own.flatMap((promotion): NearMiss<P>[] => {
    const { terms, minimum = 0 } = promotion
    const missingCents = centsOf(minimum) - subtotal
    if (missingCents > 0)
      return lines.some((line) => isInScope(terms, line)) ? [{ promotion, cents: cents(missingCents) }] : []
    if (!isBundle(terms)) return []
    const isIn = lines.map((line, index) => isInScope(terms, line) && !isTakenBy(promotion, index))
    const sorted = dearestFirst(lines, isIn)
    const pieces = sumOf(sorted.map(({ quantity }) => quantity))
    const rest = pieces % groupOf(terms)
    if (rest === 0) return []
    // The cheapest pieces are those that no group has.
    const loose = sorted
      .flatMap(({ index, price, quantity }) =>
        Array.from({ length: Math.min(quantity, rest) }, () => ({ index, price })),
      )
      .slice(-rest)
    const more = groupOf(terms) - rest
    const cheapest = Math.min(...loose.map(({ price }) => price))
    const price = sumOf(loose.map((each) => each.price)) + more * cheapest
    if (terms.kind === 'pieces' && price <= centsOf(terms.amount)) return []
    return [{ promotion, pieces: more, lines: [...new Set(loose.map(({ index }) => index))] }]
  })
}
