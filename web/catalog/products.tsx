import { m } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'
import { shopApi } from '../page/loader-api.ts'
import { originOf, pageMeta } from '../page/page-meta.ts'
import picture from '../pictures/category-vegetables.webp?url'
import { countMessage } from '../product/count-message.ts'
import type { Route } from './+types/products.ts'
import { CategoryChips } from './category-chips.tsx'
import { ListControls } from './list-controls.tsx'
import { allProductsPath, filterCount, isAlwaysInStock, listInput, listQueryOf } from './list-query.ts'
import { loadList } from './load-list.ts'
import { NothingFound } from './nothing-found.tsx'
import { ProductList } from './product-list.tsx'
import { listData, useRestoredList } from './restored-list.ts'
import { SearchNotes } from './search-notes.tsx'

const path = allProductsPath

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = listQueryOf(path, new URL(request.url).searchParams)
  const input = listInput(query)
  // A search also shows sold-out products, at its end: it is useful to know that the shop has them.
  const inStock = isAlwaysInStock(path, query.q) ? 'true' : input.inStock
  return loadList(context.get(shopApi), { path, query, input: { ...input, inStock } })
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return listData(args)
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const query = loaderData?.query
  return pageMeta({
    title: query?.q
      ? `${m.products_results({ q: query.q })} · ${shopName()}`
      : m.products_page_title({ shop: shopName() }),
    description: m.products_description({ shop: shopName() }),
    path,
    query: { cursor: query?.cursor },
    search: location.search,
    origin: originOf(matches),
    unlisted: !!query && (!!query.q || filterCount(query) > 0),
  })
}

export const handle = { bleed: true }

export default function ProductsScreen({ loaderData }: Route.ComponentProps) {
  const { query, products, total, counts } = loaderData
  useRestoredList(loaderData)
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-4 pt-4 pb-16 low:gap-2 low:pt-2 md:gap-6 md:pt-10">
      <h1 className="display-1 wrap-anywhere">{query.q ? m.products_results({ q: query.q }) : m.products_title()}</h1>
      <SearchNotes path={path} query={query} understood={loaderData.understood} categories={loaderData.categories} />
      <CategoryChips query={query} counts={counts} />
      <ListControls
        path={path}
        query={query}
        label={m.products_search()}
        count={total > 0 && countMessage(total, query.q)}
        empty={products.length === 0}
        counts={counts}
        likeHeader
      />
      {products.length > 0 ? (
        <ProductList path={path} list={loaderData} label={m.products_title()} />
      ) : (
        <NothingFound
          path={path}
          query={query}
          picture={picture}
          title={query.q ? m.products_none({ q: query.q }) : m.products_none_yet()}
          all={query.q ? path : undefined}
        >
          {query.q && (loaderData.isKnown ? m.products_not_sold() : m.products_none_text())}
        </NothingFound>
      )}
    </div>
  )
}
