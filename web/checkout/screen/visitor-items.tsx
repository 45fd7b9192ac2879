import { type RefObject, useEffect, useMemo } from 'react'
import type { CartItems } from '../../../contract/entities/user.ts'
import { acceptVisitorItems, declineVisitorItems, hideVisitorItemsToast } from '../../cart/cart.ts'
import { countOf } from '../../cart/cart-items.ts'
import { linesOfCart } from '../../cart/cart-lines.ts'
import { api } from '../../client/api.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { ItemList } from '../../product/item-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'

const sectionId = 'visitor-items'

/** Focuses the question, which must be answered before ordering. */
export function focusVisitorItems(): void {
  const section = document.getElementById(sectionId)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

/** Asks what to do with a visitor's items after signing in to an account with a saved cart. */
export function VisitorItems({
  visitorItems,
  heading,
}: {
  visitorItems: CartItems
  heading: RefObject<HTMLElement | null>
}) {
  const count = countOf(visitorItems)
  useEffect(hideVisitorItemsToast, [])
  const answer = (taken: boolean) => {
    if (taken) acceptVisitorItems()
    else
      toast.success(m.cart_visitor_items_declined(), {
        action: { label: m.ui_undo(), onClick: declineVisitorItems() },
      })
    // The pressed button disappears with the question.
    heading.current?.focus()
  }
  return (
    <section
      id={sectionId}
      tabIndex={-1}
      aria-label={m.cart_visitor_items({ count })}
      className="mb-6 grid max-w-2xl scroll-mt-24 gap-4 rounded-card border border-line bg-leaf-soft p-5 text-leaf-deep"
    >
      <p className="font-semibold text-lg">{m.cart_visitor_items({ count })}</p>
      <div className="grid gap-2 sm:flex sm:flex-row-reverse">
        <Button onClick={() => answer(true)} className="sm:grow">
          {m.cart_visitor_items_add()}
        </Button>
        <Button variant="ghost" onClick={() => answer(false)}>
          {m.cart_visitor_items_dismiss()}
        </Button>
      </div>
      <VisitorItemLines visitorItems={visitorItems} />
    </section>
  )
}

function VisitorItemLines({ visitorItems }: { visitorItems: CartItems }) {
  const ids = Object.keys(visitorItems).sort().join(',')
  const { data, loading } = useRead(ids, (signal) => api.product.byIds({ ids }, { signal }))
  const lines = useMemo(
    () => data && linesOfCart(visitorItems, new Map(data.products.map((product) => [product._id, product]))),
    [data, visitorItems],
  )
  if (lines)
    return (
      <div className="text-ink">
        <ItemList items={lines} />
      </div>
    )
  if (!loading) return null
  return (
    <div className="grid gap-2" aria-hidden>
      {Object.keys(visitorItems).map((id) => (
        <Skeleton key={id} className="h-16 w-full" />
      ))}
    </div>
  )
}
