import { type Figures, noFigures, plus, type RateFigures } from './figures.ts'
import { ordersOfKind } from './figures-queries.ts'
import type { SaleEntry } from './sale-entry.ts'

/** The views of a report: the criteria by which its figures are grouped. */
export type SalesView = 'day' | 'hour' | 'method' | 'rate' | 'category' | 'product' | 'promotion'

/** Returns the figures that an entry adds to each view, by key. `hour` is its hour in the shop's time zone. */
export function figuresOf(entry: SaleEntry, hour: number): { view: SalesView; key: string; figures: Figures }[] {
  const orders = ordersOfKind[entry.kind]
  const all = { ...entry.parts.reduce(plus, noFigures), orders }
  const ofRate = ({ basisPoints: _, ...rate }: RateFigures) => ({ ...noFigures, ...rate, orders })
  const categories = new Map<string, Figures>()
  for (const part of entry.parts) categories.set(part.category, plus(categories.get(part.category) ?? noFigures, part))
  return [
    { view: 'day', key: '', figures: all },
    { view: 'hour', key: String(hour), figures: all },
    { view: 'method', key: entry.method, figures: all },
    ...entry.rates.map((rate) => ({ view: 'rate' as const, key: String(rate.basisPoints), figures: ofRate(rate) })),
    ...[...categories].map(([key, figures]) => ({
      view: 'category' as const,
      key,
      // Once, however many of its products the order has.
      figures: { ...figures, orders: Math.sign(figures.orders) },
    })),
    ...entry.parts.map(({ product, ...part }) => ({
      view: 'product' as const,
      key: product,
      figures: plus(noFigures, part),
    })),
    ...entry.promotions.map(({ promotion, cents }) => ({
      view: 'promotion' as const,
      key: promotion,
      figures: { ...all, discount: cents },
    })),
  ]
}
