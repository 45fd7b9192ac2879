import { type ReactNode, useEffect } from 'react'
import { nameWithLanguage } from '../messages/local-name.ts'
import { m } from '../messages/messages.ts'
import { categoryName } from '../product/categories.ts'
import { CategoryRound } from '../product/category-picture.tsx'
import { localizedWeight } from '../product/localized-weight.ts'
import { matchReasonText } from '../product/match-reason.ts'
import { Clock, Search, X } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { formatAmount } from '../ui/price.tsx'
import type { Row } from './suggestion-rows.ts'

type SuggestionListProps = {
  id: string
  rows: readonly Row[]
  /** The index of the highlighted row, or -1. */
  active: number
  onChoose: (row: Row) => void
}

/** The listbox of the search's combobox. Its options have the ids `<id>-0`, `<id>-1` and so on. */
export function SuggestionList({ id, rows, active, onChoose }: SuggestionListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div
      id={id}
      role="listbox"
      aria-label={m.shell_search_suggestions()}
      // A press must not move the focus from the input.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full md:end-auto md:w-[max(100%,26rem)] z-50 mt-2 max-h-[min(30rem,60dvh)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 shadow-float"
    >
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the input
        <div
          key={row.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => onChoose(row)}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-tile px-2 py-1.5 hover:bg-leaf-soft aria-selected:bg-leaf-soft aria-selected:outline-2 aria-selected:outline-leaf aria-selected:-outline-offset-2"
        >
          <RowContent row={row} />
        </div>
      ))}
    </div>
  )
}

function RowContent({ row }: { row: Row }) {
  switch (row.kind) {
    case 'past':
      return (
        <>
          <Sign>
            <Clock className="size-5" aria-hidden />
          </Sign>
          <Words note={m.shell_search_past()}>{row.q}</Words>
        </>
      )
    case 'word':
      return (
        <>
          <Sign>
            <Search className="size-5" aria-hidden />
          </Sign>
          <Words note={row.why === 'completed' ? undefined : m.shell_search_meant()}>{row.q}</Words>
        </>
      )
    case 'category':
      return (
        <>
          <Sign>
            <CategoryRound category={row.category} />
          </Sign>
          <Words note={m.shell_search_category()}>{categoryName(row.category)}</Words>
        </>
      )
    case 'forget':
      return (
        <>
          <Sign>
            <X className="size-5" aria-hidden />
          </Sign>
          <span className="text-muted">{m.shell_search_forget()}</span>
        </>
      )
    case 'product': {
      const { product, because } = row
      const { name, lang } = nameWithLanguage(product)
      const weight = product.Weight ? localizedWeight(product.Weight) : undefined
      const note = because && matchReasonText(because)
      return (
        <>
          <Picture image={product.image[0]} sizes="48px" className="size-12 shrink-0 overflow-hidden rounded-tile" />
          <span className="grid min-w-0 grow leading-snug">
            <span lang={lang} className="truncate font-medium">
              {name}
            </span>
            <span className="truncate text-muted text-sm">
              {!product.inStock && <span className="text-tomato">{m.product_out()} · </span>}
              {weight && <span lang={weight.weightLang}>{weight.Weight}</span>}
              {weight && note && ' · '}
              {note}
            </span>
          </span>
          <span className="figures font-semibold">{formatAmount(product.offerPrice)}</span>
        </>
      )
    }
  }
}

/** The start of a row, as wide as a product's picture. */
function Sign({ children }: { children: ReactNode }) {
  return <span className="grid w-12 shrink-0 place-items-center text-muted">{children}</span>
}

function Words({ note, children }: { note: string | undefined; children: ReactNode }) {
  return (
    <span className="flex min-w-0 grow items-baseline justify-between gap-3">
      <span className="truncate font-medium">{children}</span>
      {note && <span className="shrink-0 text-muted text-sm">{note}</span>}
    </span>
  )
}
