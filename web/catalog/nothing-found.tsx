import type { ReactNode } from 'react'
import { m } from '../messages/messages.ts'
import type { CardProduct } from '../product/card-product.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ProductGrid } from './product-grid.tsx'

type NothingFoundProps = {
  title: string
  children?: ReactNode
  picture?: string | undefined
  /** Products with names similar to the search. */
  near: CardProduct[] | undefined
  /** The path of the whole list, if there is one. */
  all: string | undefined
}

/** An empty list: why, what to do next, and products with similar names. */
export function NothingFound({ title, children, picture, near = [], all }: NothingFoundProps) {
  const showAll = all && <ButtonLink to={all}>{m.products_show_all()}</ButtonLink>
  if (near.length === 0)
    return (
      <EmptyState {...(picture && { picture })} title={title} action={showAll}>
        {children}
      </EmptyState>
    )
  return (
    <section className="grid gap-4">
      <div>
        <p className="font-semibold text-lg">{title}</p>
        <p className="text-muted">{children}</p>
      </div>
      <h2 className="display-2">{m.products_near()}</h2>
      <ProductGrid products={near} label={m.products_near()} heading="h3" />
      <p className="mt-2 grid justify-items-center">{showAll}</p>
    </section>
  )
}
