import type { Product } from '../../contract/entities.ts'
import { m } from '../messages/messages.ts'
import { localizedWeight } from '../product/localized-weight.ts'
import { nameOf } from '../product/product-name.ts'
import { Picture } from '../ui/picture.tsx'
import { formatAmount } from '../ui/price.tsx'

export type SuggestionListProps = {
  id: string
  products: readonly Product[]
  /** The index of the highlighted product, or -1. */
  active: number
  onChoose: (product: Product) => void
}

/** The listbox of the search's combobox. Its options have the ids `<id>-0`, `<id>-1` and so on. */
export default function SuggestionList({ id, products, active, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={m.shell_search_suggestions()}
      // A press must not move the focus from the input.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-50 mt-2 max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 shadow-float"
    >
      {products.map((product, index) => {
        const { name, lang } = nameOf(product)
        const weight = product.Weight ? localizedWeight(product.Weight) : undefined
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the input
          <div
            key={product._id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onChoose(product)}
            className="flex cursor-pointer items-center gap-3 rounded-tile p-2 hover:bg-leaf-soft aria-selected:bg-leaf-soft aria-selected:outline-2 aria-selected:outline-leaf aria-selected:-outline-offset-2"
          >
            <Picture image={product.image[0]} sizes="48px" className="size-12 shrink-0 overflow-hidden rounded-tile" />
            <span className="grid min-w-0 grow leading-snug">
              <span lang={lang} className="truncate font-medium">
                {name}
              </span>
              {weight && (
                <span lang={weight.weightLang} className="text-muted text-sm">
                  {weight.Weight}
                </span>
              )}
            </span>
            <span className="figures font-semibold">{formatAmount(product.offerPrice)}</span>
          </div>
        )
      })}
    </div>
  )
}
