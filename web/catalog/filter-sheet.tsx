import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListCounts } from '../../contract/entities/search.ts'
import { m } from '../messages/messages.ts'
import { whenClosed } from '../ui/back-closes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatAmount } from '../ui/price.tsx'
import { TextField } from '../ui/text-field.tsx'
import { countText } from './filter-count.ts'
import { amountOf, filterCount, filtersOf, type ListFilters, type ListQuery, noFilters } from './list-query.ts'

type FilterSheetProps = {
  open: boolean
  onClose: () => void
  onApply: (filters: ListFilters) => void
  query: ListQuery
  counts: ListCounts | undefined
  alwaysInStock: boolean
}

/** The filters of a list. They apply when the sheet's button is pressed, in one step. */
export default function FilterSheet(props: FilterSheetProps) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={m.filters_title()}
      position={window.innerWidth < 640 ? 'bottom' : 'side'}
    >
      <FilterForm {...props} />
    </Dialog>
  )
}

function FilterForm({ onClose, onApply, query, counts, alwaysInStock }: FilterSheetProps) {
  const [chosen, setChosen] = useState(() => filtersOf(query))
  const [wrong, setWrong] = useState<'minPrice' | 'maxPrice'>()
  const form = useRef<HTMLFormElement>(null)
  const change = (next: Partial<ListFilters>) => {
    setWrong(undefined)
    setChosen((before) => ({ ...before, ...next }))
  }

  function apply(filters: ListFilters) {
    // Its entry of the browser's history is removed before the list's is replaced.
    flushSync(onClose)
    whenClosed(() => onApply(filters))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const min = amountOf(chosen.minPrice)
    const max = amountOf(chosen.maxPrice)
    if (min === undefined || max === undefined) {
      const name = min === undefined ? 'minPrice' : 'maxPrice'
      setWrong(name)
      form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
      return
    }
    const isTurned = min !== '' && max !== '' && Number(min) > Number(max)
    apply({ ...chosen, minPrice: isTurned ? max : min, maxPrice: isTurned ? min : max })
  }

  const price = (name: 'minPrice' | 'maxPrice', of: number | null | undefined) => ({
    name,
    value: chosen[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 12,
    placeholder: of == null ? undefined : formatAmount(of),
    error: wrong === name ? m.filters_price_error() : undefined,
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid">
        <Check
          name="onOffer"
          label={m.filters_on_offer()}
          count={counts && countText(counts.onOffer, query.q)}
          checked={chosen.onOffer}
          onChange={(onOffer) => change({ onOffer })}
        />
        {!alwaysInStock && (
          <Check
            name="inStock"
            label={m.filters_in_stock()}
            count={counts && countText(counts.inStock, query.q)}
            checked={chosen.inStock}
            onChange={(inStock) => change({ inStock })}
          />
        )}
      </div>
      <fieldset>
        <legend className="mb-2 font-semibold">{m.filters_price()}</legend>
        <div className="grid grid-cols-2 items-start gap-3 max-[16rem]:grid-cols-1">
          <TextField label={m.filters_price_min()} {...price('minPrice', counts?.lowestPrice)} />
          <TextField label={m.filters_price_max()} {...price('maxPrice', counts?.highestPrice)} />
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="large" className="grow">
          {m.filters_apply()}
        </Button>
        {filterCount(query) > 0 && (
          <Button variant="ghost" size="large" onClick={() => apply(noFilters)}>
            {m.filters_clear()}
          </Button>
        )}
      </div>
    </form>
  )
}

type CheckProps = {
  name: string
  label: string
  count: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

function Check({ name, label, count, checked, onChange }: CheckProps) {
  return (
    <label className="-mx-2 flex min-h-12 items-center gap-3 rounded-tile px-2 hover:bg-leaf-soft">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-leaf"
      />
      <span className="grow font-medium">{label}</span>
      {count !== undefined && <span className="figures text-muted">{count}</span>}
    </label>
  )
}
