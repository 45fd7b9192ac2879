import { useState } from 'react'
import type { Product } from '../../../contract/entities/product.ts'
import type { AvailablePromotion, Promotion } from '../../../contract/entities/promotion.ts'
import { limits } from '../../../contract/values/limits.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { discountName } from '../../product/discount-name.ts'
import { ProductSize } from '../../product/product-size.tsx'
import { sizedName } from '../../product/sized-name.ts'
import { taxToday } from '../../product/tax-today.ts'
import { shop } from '../../shop.ts'
import { Card } from '../../ui/card.tsx'
import { formatCents } from '../../ui/price.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { type Preview, previewOf } from './preview.ts'
import { ProductPicker } from './product-picker.tsx'

type CartPreviewProps = {
  /** The edited promotion; undefined while it is invalid. */
  edited: AvailablePromotion | undefined
  /** The shop's promotions. */
  promotions: readonly Promotion[]
}

/** Shows the price of a cart with the edited promotion, by the rules of the order. */
export function CartPreview({ edited, promotions }: CartPreviewProps) {
  const [items, setItems] = useState<{ product: Product; quantity: number }[]>([])
  const { applied, noEffect, totals } = previewOf(items, edited, promotions, taxToday())
  const setQuantity = (id: string, quantity: number) =>
    setItems(items.flatMap((item) => (item.product._id !== id ? [item] : quantity > 0 ? [{ ...item, quantity }] : [])))
  return (
    <Card className="grid grid-cols-1 content-start gap-4 p-4 sm:p-6">
      <div>
        <h2 className="font-bold text-xl">{m.promotions_preview()}</h2>
        <p className="text-muted text-sm">{m.promotions_preview_text()}</p>
      </div>
      <ProductPicker
        label={m.promotions_preview_add()}
        without={items.map(({ product }) => product._id)}
        onPick={(product) => setItems([...items, { product, quantity: 1 }])}
      />
      {items.length > 0 && (
        <>
          <ul className="grid gap-3">
            {items.map(({ product, quantity }, index) => (
              <li key={product._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="wrap-anywhere min-w-0 grow basis-32">
                  {localName(product)}
                  <ProductSize size={product.Weight} />
                </span>
                <Stepper
                  name={sizedName(product)}
                  quantity={quantity}
                  max={limits.quantity}
                  variant="outline"
                  onAdd={() => setQuantity(product._id, quantity + 1)}
                  onRemove={() => setQuantity(product._id, quantity - 1)}
                  className="w-34"
                />
                <span className="figures ms-auto text-end">
                  {formatCents(totals.lines[index]?.gross ?? totals.total)}
                  {(totals.lines[index]?.discount ?? 0) > 0 && (
                    <span className="block font-semibold text-leaf text-sm">
                      −{formatCents(totals.lines[index]?.discount ?? totals.total)}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <dl className="figures grid gap-1 border-line border-t pt-3">
            <Sum term={m.sums_goods()}>{formatCents(totals.subtotal)}</Sum>
            {applied.map(({ promotion, cents }) => (
              <Sum key={promotion.id} term={discountName(promotion)}>
                −{formatCents(cents)}
              </Sum>
            ))}
            {shop.tax.mode === 'added' &&
              totals.taxes.map(({ basisPoints, tax }) => (
                <Sum key={basisPoints} term={m.sums_tax({ rate: basisPoints / 100 })}>
                  {formatCents(tax)}
                </Sum>
              ))}
            <div className="flex justify-between gap-x-4 font-bold text-lg">
              <dt>{m.sums_total()}</dt>
              <dd>{formatCents(totals.total)}</dd>
            </div>
          </dl>
          {!edited && <p className="text-muted text-sm">{m.promotions_preview_wait()}</p>}
          {edited && noEffect && (
            <p role="status" className="rounded-tile bg-mango-soft px-4 py-2">
              {reasonOf(edited, noEffect)}
            </p>
          )}
        </>
      )}
    </Card>
  )
}

/** Returns the reason why a promotion takes nothing off. */
function reasonOf({ terms }: AvailablePromotion, noEffect: NonNullable<Preview['noEffect']>): string {
  if (terms.kind === 'freeDelivery' && noEffect.reason !== 'minimum') return m.promotions_preview_delivery()
  switch (noEffect.reason) {
    case 'minimum':
      return m.promotions_preview_minimum({ amount: formatCents(noEffect.cents) })
    case 'pieces':
      return m.promotions_preview_pieces({ count: noEffect.pieces })
    case 'others':
      return m.promotions_preview_others()
    default:
      return m.promotions_preview_nothing()
  }
}

function Sum({ term, children }: { term: string; children: string | (string | undefined)[] }) {
  return (
    <div className="flex justify-between gap-x-4 text-muted">
      <dt>{term}</dt>
      <dd className="shrink-0">{children}</dd>
    </div>
  )
}
