import { ChevronLeft, ChevronRight, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ListSort } from '../../contract/calls.ts'
import type { Product } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { findCategory } from '../../contract/shop.ts'
import { shop } from '../../shop.config.ts'
import { categoryName } from '../catalog/categories.ts'
import { countWords } from '../catalog/count-words.ts'
import { productName, productPath } from '../catalog/product-words.ts'
import { useSearchText } from '../catalog/use-search-text.ts'
import { m } from '../messages/messages.ts'
import { api } from '../session/api.ts'
import { useRead } from '../session/use-read.ts'
import { personalMeta } from '../shell/personal-meta.ts'
import { Button, ButtonLink, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Picture } from '../ui/picture.tsx'
import { money } from '../ui/price.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StockSwitch } from './stock-switch.tsx'
import { useStockSwitch } from './use-stock-switch.ts'

const path = '/seller/product-list'
/** Products of one page. */
const pageSize = 25

/** In the order in which they are offered; the first needs no mention in the address. */
const orders: readonly [ListSort, () => string][] = [
  ['newest', m.seller_sort_newest],
  ['featured', m.seller_sort_oldest],
  ['price', m.seller_sort_price],
  ['-price', m.seller_sort_price_down],
]

type Query = { q: string; sort: ListSort; inStock: 'true' | 'false' | undefined; cursor: string | undefined }

export const meta: MetaFunction = (page) => personalMeta(m.seller_list_title(), path, page)

export default function ProductListScreen() {
  const [search] = useSearchParams()
  const query = queryOf(search)
  const read = useRead(JSON.stringify(query), (signal) =>
    api.product.list({ ...query, q: query.q || undefined, limit: String(pageSize) }, { signal }),
  )
  // While another page or search is on its way, the rows of before stay.
  const [kept, setKept] = useState<typeof read.data>()
  useEffect(() => {
    if (read.data) setKept(read.data)
  }, [read.data])
  const list = read.data ?? (read.failure === undefined ? kept : undefined)
  const stock = useStockSwitch(list?.products, read.again)

  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-5">
        {m.seller_list_title()}
      </h1>
      <ListControls query={query} count={list && countWords(list.total ?? list.products.length, query.q)} />
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
      {list && list.products.length === 0 && <NoProducts query={query} />}
      {list && list.products.length > 0 && (
        <>
          <Card
            aria-busy={read.data ? undefined : true}
            className={`overflow-hidden transition-opacity ${read.data ? '' : 'opacity-60 delay-300'}`}
          >
            <table className="w-full table-fixed text-start">
              <caption className="sr-only">{m.seller_list_title()}</caption>
              <thead className="border-line border-b bg-sunken text-muted text-sm">
                <tr>
                  <th scope="col" className="px-3 py-2.5 text-start font-medium lg:px-5">
                    {m.seller_column_product()}
                  </th>
                  <th
                    scope="col"
                    className="w-[27%] px-1 py-2.5 text-start font-medium sm:w-[22%] lg:w-[24%] sm:px-3 lg:px-5"
                  >
                    {m.seller_column_category()}
                  </th>
                  <th scope="col" className="w-27 px-2 py-2.5 text-end font-medium max-sm:hidden lg:w-40 lg:px-5">
                    {m.seller_column_price()}
                  </th>
                  <th
                    scope="col"
                    className="w-18 py-2.5 ps-1 pe-3 text-start font-medium sm:w-23 sm:px-3 lg:w-36 lg:px-5"
                  >
                    {m.seller_column_stock()}
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.products.map((product) => (
                  <Row
                    key={product._id}
                    product={product}
                    on={stock.isOn(product)}
                    onSwitch={(on) => void stock.set(product._id, on)}
                  />
                ))}
              </tbody>
            </table>
          </Card>
          <Pages query={query} nextCursor={list.nextCursor} />
        </>
      )}
    </>
  )
}

function Row({ product, on, onSwitch }: { product: Product; on: boolean; onSwitch: (on: boolean) => void }) {
  const name = productName(product)
  const category = findCategory(shop, product.category)
  return (
    <tr className="border-line not-last:border-b transition-colors hover:bg-sunken">
      <th scope="row" className="py-2 ps-3 pe-1 text-start font-medium lg:px-5">
        <Link
          to={productPath(product)}
          className="flex min-h-11 items-center gap-2.5 leading-snug hover:text-leaf-deep hover:underline lg:gap-4"
        >
          <Picture
            image={product.image[0]}
            sizes="56px"
            className="size-10 shrink-0 overflow-hidden rounded-tile border border-line max-[22rem]:size-8 sm:size-12 lg:size-14"
          />
          <span className="min-w-0 max-sm:text-sm">{name}</span>
        </Link>
      </th>
      <td className="px-1 py-2 text-muted max-sm:text-xs sm:px-3 sm:leading-snug lg:px-5">
        {category ? categoryName(category) : product.category}
      </td>
      <td className="figures px-2 py-2 text-end max-sm:hidden lg:px-5">{money(product.offerPrice)}</td>
      <td className="py-2 ps-1 pe-3 sm:px-3 lg:px-5">
        <StockSwitch label={m.seller_in_stock_of({ name })} on={on} onSwitch={onSwitch} />
        {product.stock !== null && (
          <span className={`figures block text-xs ${product.stock > 0 ? 'text-muted' : 'font-medium text-tomato'}`}>
            {m.seller_pieces_left({ count: product.stock })}
          </span>
        )}
      </td>
    </tr>
  )
}

function ListControls({ query, count }: { query: Query; count: string | undefined }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const go = (next: Partial<Query>) =>
    navigate(path + searchOf({ ...query, cursor: undefined, ...next }), { replace: true, preventScrollReset: true })
  const [text, type, flush] = useSearchText(query.q, (q) => void go({ q }))
  return (
    <search className="mb-4 grid items-center gap-x-3 gap-y-3 min-[22rem]:grid-cols-2 xl:grid-cols-[minmax(0,22rem)_13rem_13rem_1fr]">
      <div className="relative min-[22rem]:max-xl:col-span-2">
        <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted" aria-hidden />
        <input
          ref={input}
          type="search"
          aria-label={m.seller_search()}
          placeholder={m.seller_search()}
          value={text}
          maxLength={limits.searchText}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && flush('send')}
          className="min-h-12 w-full min-w-0 truncate rounded-full border border-edge bg-surface ps-11.5 pe-11 transition-colors hover:border-leaf focus-visible:border-leaf"
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={m.seller_search_clear()}
            onClick={() => {
              type('')
              flush('send')
              input.current?.focus()
            }}
            className="absolute inset-y-0 end-0 my-auto grid size-11 place-items-center rounded-full text-muted hover:text-ink"
          >
            <X className="size-5" aria-hidden />
          </button>
        )}
      </div>
      <Select
        label={m.seller_filter()}
        hideLabel
        value={query.inStock ?? ''}
        onChange={({ target: { value } }) =>
          void go({ inStock: value === '' ? undefined : (value as 'true' | 'false') })
        }
      >
        <option value="">{m.seller_filter_all()}</option>
        <option value="true">{m.seller_filter_in()}</option>
        <option value="false">{m.seller_filter_out()}</option>
      </Select>
      <Select
        label={m.seller_sort()}
        hideLabel
        value={query.sort}
        onChange={(event) => void go({ sort: event.target.value as ListSort })}
      >
        {orders.map(([sort, words]) => (
          <option key={sort} value={sort}>
            {words()}
          </option>
        ))}
      </Select>
      <p role="status" className="figures min-h-7 text-muted min-[22rem]:max-xl:col-span-2 xl:text-end">
        {count}
      </p>
    </search>
  )
}

/** Each page has an address of its own; the way back travels in the history entry. */
function Pages({ query, nextCursor }: { query: Query; nextCursor: string | null | undefined }) {
  const trail = trailOf(useLocation().state)
  if (!nextCursor && !query.cursor) return null
  const known = !query.cursor || trail.length > 0
  const before = trail.at(-1)
  return (
    <nav aria-label={m.seller_pages()} className="mt-5 flex flex-wrap items-center justify-center gap-3">
      {query.cursor && (
        <Link
          to={path + searchOf({ ...query, cursor: before || undefined })}
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
          to={path + searchOf({ ...query, cursor: nextCursor })}
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

function NoProducts({ query }: { query: Query }) {
  if (query.q || query.inStock || query.cursor)
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
        <div key={row} className="flex h-15 items-center gap-4 border-line px-3 not-last:border-b sm:h-18 sm:px-5">
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

function queryOf(search: URLSearchParams): Query {
  const [sort, inStock] = [search.get('sort'), search.get('inStock')]
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    sort: orders.find(([each]) => each === sort)?.[0] ?? 'newest',
    inStock: inStock === 'true' || inStock === 'false' ? inStock : undefined,
    cursor: search.get('cursor') || undefined,
  }
}

function searchOf({ q, sort, inStock, cursor }: Query): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (sort !== 'newest') search.set('sort', sort)
  if (inStock) search.set('inStock', inStock)
  if (cursor) search.set('cursor', cursor)
  return search.size > 0 ? `?${search}` : ''
}
