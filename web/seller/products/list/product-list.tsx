import { useEffect, useRef } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { m } from '../../../messages/messages.ts'
import { personalMeta } from '../../../page/personal-meta.ts'
import { countMessage } from '../../../product/count-message.ts'
import { shop } from '../../../shop.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { consumeOpened } from './last-list.ts'
import { ListControls } from './list-controls.tsx'
import { Pages } from './list-pages.tsx'
import { type ListQuery, listPath, sellerListQueryOf, sellerListSearch } from './list-query.ts'
import { ProductTable, TableSkeleton } from './product-table.tsx'
import { useProductList } from './use-product-list.ts'

export const meta: MetaFunction = (page) => personalMeta(m.sellerProducts_list_title(), listPath, page)

export default function ProductListScreen() {
  const [search] = useSearchParams()
  const query = sellerListQueryOf(search, shop)
  const { read, list, products, stock, take, archive } = useProductList(query)
  useReturn(list !== undefined)

  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4 max-sm:sr-only">
        {m.sellerProducts_list_title()}
      </h1>
      <ListControls query={query} count={list && countMessage(list.total, query.q)} />
      {!list && read.failure !== undefined && !read.loading && (
        <EmptyState
          heading="h2"
          title={m.sellerProducts_failed()}
          action={<Button onClick={read.reload}>{m.ui_try_again()}</Button>}
        >
          {read.failure}
        </EmptyState>
      )}
      {!list && (read.failure === undefined || read.loading) && <TableSkeleton />}
      {products && products.length === 0 && !(list && list.products.length > 0 && read.loading) && (
        <NoProducts query={query} />
      )}
      {products && products.length > 0 && (
        <ProductTable
          busy={!read.data}
          list={sellerListSearch(query)}
          products={products}
          isOn={stock.isOn}
          onSwitch={(product, on) => void stock.set(product._id, on)}
          onChange={take}
          onArchive={(product, archived) => void archive(product, archived)}
        />
      )}
      {list && <Pages query={query} nextCursor={list.nextCursor} />}
    </>
  )
}

/** After returning from a product, focuses its row. */
function useReturn(ready: boolean): void {
  const done = useRef(false)
  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    const id = consumeOpened()
    if (id === undefined) return
    // After the heading, which gets the focus on navigation.
    const timer = setTimeout(() => {
      const link = document.querySelector<HTMLElement>(`[data-product="${id}"] a`)
      link?.focus({ preventScroll: true })
      link?.scrollIntoView({ block: 'nearest' })
    })
    return () => clearTimeout(timer)
  }, [ready])
}

function NoProducts({ query }: { query: ListQuery }) {
  if (query.stock === 'archived' && !query.q && !query.category && !query.cursor)
    return (
      <EmptyState
        heading="h2"
        title={m.sellerProducts_archived_none_title()}
        action={<ButtonLink to={listPath}>{m.sellerProducts_show_all()}</ButtonLink>}
      >
        {m.sellerProducts_archived_none_text()}
      </EmptyState>
    )
  if (sellerListSearch({ ...query, sort: 'newest' }) !== '')
    return (
      <EmptyState
        heading="h2"
        title={m.sellerProducts_nothing_title()}
        action={<ButtonLink to={listPath}>{m.sellerProducts_show_all()}</ButtonLink>}
      >
        {m.sellerProducts_nothing_text()}
      </EmptyState>
    )
  return (
    <EmptyState
      heading="h2"
      title={m.sellerProducts_none_title()}
      action={<ButtonLink to="/seller">{m.seller_add_title()}</ButtonLink>}
    >
      {m.sellerProducts_none_text()}
    </EmptyState>
  )
}
