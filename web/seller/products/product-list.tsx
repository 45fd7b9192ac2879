import { useEffect, useId, useRef, useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ListSort } from '../../../contract/calls.ts'
import type { SellerProduct } from '../../../contract/entities.ts'
import { shop } from '../../../shop.config.ts'
import { api } from '../../client/api.ts'
import { askAgain } from '../../client/ask-again.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { categoryName } from '../../product/categories.ts'
import { countWords } from '../../product/count-words.ts'
import { Button, ButtonLink, buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronRight } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { ChevronLeft, SlidersHorizontal } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOrderBursts } from '../area/order-watch.ts'
import { SearchField } from '../area/search-field.tsx'
import { withSessionEnd } from '../area/session-end.ts'
import { tellFailure } from '../area/tell-failure.ts'
import {
  findKeptProducts,
  hasChanged,
  keepProduct,
  keepProducts,
  type ProductPage,
  takeReturn,
} from './kept-products.ts'
import {
  type ListQuery,
  sellerListInput,
  sellerListQueryOf,
  sellerListSearch,
  sellerSorts,
  shelves,
} from './list-query.ts'
import { ProductRow, rowGrid } from './product-row.tsx'
import { useStockSwitch } from './use-stock-switch.ts'

const path = '/seller/product-list'
/** Products of one page. */
const pageSize = 25

const sortWords: Record<ListSort, () => string> = {
  newest: m.seller_sort_newest,
  featured: m.seller_sort_oldest,
  price: m.seller_sort_price,
  '-price': m.seller_sort_price_down,
}

export const meta: MetaFunction = (page) => personalMeta(m.seller_list_title(), path, page)

export default function ProductListScreen() {
  const [search] = useSearchParams()
  const query = sellerListQueryOf(search, shop)
  const key = JSON.stringify(query)
  const read = useRead(key, async (signal) =>
    withSessionEnd(await api.product.seller({ ...sellerListInput(query), limit: String(pageSize) }, { signal })),
  )
  // While another page or search is on its way, the rows of before stay.
  const [kept, setKept] = useState<ProductPage | undefined>(() => findKeptProducts(key))
  /** Products that have changed since the list was read. */
  const [changed, setChanged] = useState<ReadonlyMap<string, SellerProduct>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the list that has just come
  useEffect(() => {
    if (!read.data) return
    setKept(read.data)
    setChanged(new Map())
    keepProducts(key, read.data)
  }, [read.data])
  const list = read.data ?? (read.failure === undefined ? kept : undefined)
  const stock = useStockSwitch(list?.products, read.again)
  const isArchive = query.shelf === 'archived'
  const products = list?.products
    .map((product) => changed.get(product._id) ?? product)
    .filter(({ archivedAt }) => isArchive === (archivedAt !== null))

  function take(product: SellerProduct) {
    keepProduct(product)
    setChanged((before) => new Map(before).set(product._id, product))
  }

  /** Orders take pieces: the rows that are shown are brought up to date, and none comes or goes under a finger. */
  async function reread() {
    const input = { ...sellerListInput(query), limit: String(pageSize) }
    const reply = await api.product.seller(input).catch(() => undefined)
    if (reply?.success) for (const product of reply.products) takeNewer(product)
  }
  function takeNewer(product: SellerProduct) {
    setChanged((before) => {
      const known = before.get(product._id) ?? list?.products.find(({ _id }) => _id === product._id)
      return known && hasChanged(known, product) ? new Map(before).set(product._id, product) : before
    })
  }
  useOrderBursts(() => void reread())
  useReturn(list !== undefined)

  async function archive(product: SellerProduct, archived: boolean) {
    // At once, and back where it was when the shop says no.
    take({ ...product, archivedAt: archived ? new Date().toISOString() : null })
    try {
      const reply = withSessionEnd(await askAgain(() => api.product.archive({ id: product._id, archived })))
      if (!reply.success) throw new Error(reply.message)
      take(reply.product)
      toast.success(reply.message, {
        action: { label: m.seller_undo(), onClick: () => void archive(reply.product, !archived) },
      })
      read.again()
    } catch (error) {
      take(product)
      tellFailure(error)
      read.again()
    }
  }

  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4 max-sm:sr-only">
        {m.seller_list_title()}
      </h1>
      <ListControls query={query} count={list && countWords(list.total, query.q)} />
      {!list && read.failure !== undefined && !read.loading && (
        <EmptyState
          heading="h2"
          title={m.seller_products_failed()}
          action={<Button onClick={read.again}>{m.seller_again()}</Button>}
        >
          {read.failure}
        </EmptyState>
      )}
      {!list && (read.failure === undefined || read.loading) && <TableSkeleton />}
      {products && products.length === 0 && !(list && list.products.length > 0 && read.loading) && (
        <NoProducts query={query} />
      )}
      {products && products.length > 0 && (
        <Card
          aria-busy={read.data ? undefined : true}
          className={`overflow-hidden transition-opacity ${read.data ? '' : 'opacity-60 delay-300'}`}
        >
          <table className="w-full table-fixed text-start">
            <caption className="sr-only">{m.seller_list_title()}</caption>
            <thead className="border-line border-b bg-sunken text-muted text-sm max-sm:text-xs max-sm:leading-tight">
              <tr>
                <th scope="col" className="px-3 py-2.5 text-start font-medium lg:px-5">
                  {m.seller_column_product()}
                </th>
                <th scope="col" className="w-[20%] px-3 py-2.5 text-start font-medium max-lg:hidden">
                  {m.seller_column_category()}
                </th>
                <th scope="col" className="w-30 py-2 font-medium sm:w-51 xl:w-82">
                  <span className={`${rowGrid} text-center`}>
                    <span>{m.seller_column_price()}</span>
                    <span className="max-xl:hidden">{m.seller_column_regular()}</span>
                    <span>{m.seller_column_pieces()}</span>
                  </span>
                </th>
                <th scope="col" className="w-16 px-1 py-2 font-medium">
                  {m.seller_column_stock()}
                </th>
                <th scope="col" className="w-24 py-2 max-sm:hidden lg:w-28">
                  <span className="sr-only">{m.seller_column_actions()}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {products.map((product) => (
                <ProductRow
                  key={product._id}
                  product={product}
                  list={sellerListSearch(query)}
                  on={stock.isOn(product)}
                  onSwitch={(on) => void stock.set(product._id, on)}
                  onChange={take}
                  onArchive={(archived) => void archive(product, archived)}
                />
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {list && <Pages query={query} nextCursor={list.nextCursor} />}
    </>
  )
}

/** Back from a product, the focus is on its row. */
function useReturn(ready: boolean): void {
  const done = useRef(false)
  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    const id = takeReturn()
    if (id === undefined) return
    // After the heading, which gets the focus when another screen opens.
    const timer = setTimeout(() => {
      const link = document.querySelector<HTMLElement>(`[data-product="${id}"] a`)
      link?.focus({ preventScroll: true })
      link?.scrollIntoView({ block: 'nearest' })
    })
    return () => clearTimeout(timer)
  }, [ready])
}

function ListControls({ query, count }: { query: ListQuery; count: string | undefined }) {
  const navigate = useNavigate()
  const filters = useId()
  const chosen = [query.category, query.shelf, query.sort === 'newest' ? undefined : query.sort].filter(Boolean).length
  const [open, setOpen] = useState(false)
  // A choice is a step that Back takes back; letters of a search are not.
  const go = (next: Partial<ListQuery>, replace = false) =>
    void navigate(path + sellerListSearch({ ...query, cursor: undefined, ...next }), {
      replace,
      preventScrollReset: true,
    })
  return (
    <search className="mb-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:mb-3 sm:grid-cols-3 sm:gap-3 xl:grid-cols-[minmax(0,1fr)_13rem_13rem_13rem]">
      <SearchField
        label={m.seller_search()}
        query={query.q}
        onSearch={(q) => go({ q }, true)}
        className="sm:max-xl:col-span-3"
      />
      <Button
        look="outline"
        aria-label={m.seller_orders_filters()}
        aria-expanded={open}
        aria-controls={filters}
        onClick={() => setOpen(!open)}
        className="size-12 px-0! sm:hidden"
      >
        <SlidersHorizontal className="pointer-events-none size-5" aria-hidden />
        {chosen > 0 && <span aria-hidden className="absolute end-1.5 top-1.5 size-2.5 rounded-full bg-leaf" />}
      </Button>
      <div
        id={filters}
        className={`col-span-full grid-cols-2 gap-2 max-[22rem]:grid-cols-1 sm:contents ${open ? 'grid' : 'hidden'}`}
      >
        <Select
          label={m.seller_filter_category()}
          hideLabel
          value={query.category ?? ''}
          onChange={({ target: { value } }) => go({ category: value || undefined })}
          className="min-[22rem]:max-sm:col-span-2"
        >
          <option value="">{m.seller_filter_any_category()}</option>
          {shop.categories.map((category) => (
            <option key={category.path} value={category.path}>
              {categoryName(category)}
            </option>
          ))}
        </Select>
        <Select
          label={m.seller_filter()}
          hideLabel
          value={query.shelf ?? ''}
          onChange={({ target: { value } }) => go({ shelf: shelves.find((each) => each === value) })}
        >
          <option value="">{m.seller_filter_all()}</option>
          <option value="in">{m.seller_filter_in()}</option>
          <option value="out">{m.seller_filter_out()}</option>
          <option value="off">{m.seller_filter_off()}</option>
          <option value="archived">{m.seller_filter_archived()}</option>
        </Select>
        <Select
          label={m.seller_sort()}
          hideLabel
          value={query.sort}
          onChange={({ target: { value } }) => go({ sort: sellerSorts.find((each) => each === value) ?? 'newest' })}
        >
          {sellerSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortWords[sort]()}
            </option>
          ))}
        </Select>
      </div>
      <p role="status" className="figures col-span-full min-h-6 text-muted max-sm:text-sm">
        {count}
      </p>
    </search>
  )
}

/** Each page has an address of its own; the way back travels in the history entry. */
function Pages({ query, nextCursor }: { query: ListQuery; nextCursor: string | null }) {
  const trail = trailOf(useLocation().state)
  if (!nextCursor && !query.cursor) return null
  const known = !query.cursor || trail.length > 0
  const before = trail.at(-1)
  return (
    <nav aria-label={m.seller_pages()} className="mt-5 flex flex-wrap items-center justify-center gap-3">
      {query.cursor && (
        <Link
          to={path + sellerListSearch({ ...query, cursor: before || undefined })}
          state={{ trail: trail.slice(0, -1) }}
          className={buttonClasses('outline')}
        >
          <ChevronLeft className="size-5" aria-hidden />
          {known ? m.seller_page_previous() : m.seller_page_first()}
        </Link>
      )}
      {known && <p className="figures text-muted">{m.seller_page({ page: trail.length + 1 })}</p>}
      {nextCursor && (
        <Link
          to={path + sellerListSearch({ ...query, cursor: nextCursor })}
          state={known ? { trail: [...trail, query.cursor ?? ''] } : null}
          className={buttonClasses('outline')}
        >
          {m.seller_page_next()}
          <ChevronRight className="size-5" aria-hidden />
        </Link>
      )}
    </nav>
  )
}

function NoProducts({ query }: { query: ListQuery }) {
  if (query.shelf === 'archived' && !query.q && !query.category && !query.cursor)
    return (
      <EmptyState
        heading="h2"
        title={m.seller_archived_none_title()}
        action={<ButtonLink to={path}>{m.seller_products_show_all()}</ButtonLink>}
      >
        {m.seller_archived_none_text()}
      </EmptyState>
    )
  if (sellerListSearch({ ...query, sort: 'newest' }) !== '')
    return (
      <EmptyState
        heading="h2"
        title={m.seller_products_nothing_title()}
        action={<ButtonLink to={path}>{m.seller_products_show_all()}</ButtonLink>}
      >
        {m.seller_products_nothing_text()}
      </EmptyState>
    )
  return (
    <EmptyState
      heading="h2"
      title={m.seller_products_none_title()}
      action={<ButtonLink to="/seller">{m.seller_add_title()}</ButtonLink>}
    >
      {m.seller_products_none_text()}
    </EmptyState>
  )
}

function TableSkeleton() {
  return (
    <Card className="overflow-hidden">
      <p role="status" className="sr-only">
        {m.seller_products_loading()}
      </p>
      <div className="h-11 border-line border-b bg-sunken" />
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <div
          key={row}
          className="flex h-26 items-center gap-4 border-line px-3 not-last:border-b sm:h-15 sm:px-5 lg:h-17"
        >
          <Skeleton className="size-11 sm:size-14" />
          <Skeleton className="h-5 grow" />
          <Skeleton className="h-7 w-12 rounded-full" />
        </div>
      ))}
    </Card>
  )
}

/** The cursors of the pages before this one, the first page being ''. */
function trailOf(state: unknown): string[] {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : undefined
  return Array.isArray(trail) ? trail : []
}
