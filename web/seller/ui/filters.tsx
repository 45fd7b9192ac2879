import { type ReactNode, useId, useState } from 'react'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SlidersHorizontal } from '../../ui/seller-icons.tsx'

type FiltersProps = {
  /** How many filters are in use. A dot on the button shows that some are, while they are hidden. */
  chosen: number
  /** Whether they are open at first. */
  startOpen?: boolean
  /** The width from which they are in the row of the search, without the button. */
  inRowFrom: 'sm' | 'lg'
  /** The filters, in two columns. */
  children: ReactNode
}

const inRow = {
  sm: { button: 'sm:hidden', panel: 'sm:contents' },
  lg: { button: 'lg:hidden', panel: 'lg:contents' },
}

/** The filters of a list, on a narrow screen opened by a button. Both are items of the search's grid. */
export function Filters({ chosen, startOpen = false, inRowFrom, children }: FiltersProps) {
  const id = useId()
  const [open, setOpen] = useState(startOpen)
  return (
    <>
      <Button
        variant="outline"
        aria-label={m.form_filters()}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={`size-12 px-0! ${inRow[inRowFrom].button}`}
      >
        <SlidersHorizontal className="pointer-events-none size-5" aria-hidden />
        {chosen > 0 && <span aria-hidden className="absolute end-1.5 top-1.5 size-2.5 rounded-full bg-leaf" />}
      </Button>
      <div
        id={id}
        className={`col-span-full grid-cols-2 gap-2 max-[22rem]:grid-cols-1 ${inRow[inRowFrom].panel} ${open ? 'grid' : 'hidden'}`}
      >
        {children}
      </div>
    </>
  )
}
