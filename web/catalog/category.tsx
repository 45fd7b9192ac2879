import { data } from 'react-router'
import { findCategory } from '../../contract/settings/shop.ts'
import { m } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'
import { shopApi } from '../page/loader-api.ts'
import { breadcrumbData, originOf, pageMeta } from '../page/page-meta.ts'
import { emptyList } from '../product/card-product.ts'
import { categoryName, categoryPath, tintOf } from '../product/categories.ts'
import { CategoryPicture } from '../product/category-picture.tsx'
import { shop } from '../shop.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import type { Route } from './+types/category.ts'
import { CategoryChips } from './category-chips.tsx'
import { ListControls } from './list-controls.tsx'
import { filterCount, listInput, listQueryOf } from './list-query.ts'
import { loadList } from './load-list.ts'
import { NothingFound } from './nothing-found.tsx'
import { ProductList } from './product-list.tsx'
import { listData, useRestoredList } from './restored-list.ts'
import { SearchNotes } from './search-notes.tsx'
import { stockMessage } from './stock-message.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const path = pathOf(params.category)
  const query = listQueryOf(path, new URL(request.url).searchParams)
  // An unknown category is shown like an empty one, with links to the others, but with status 404.
  const category = findCategory(shop, params.category)?.path
  if (!category) return data({ query, ...emptyList }, { status: 404 })
  const input = listInput(query)
  // The list includes sold-out products. The chips count those in stock, and so add up to “All products”.
  const counts = query.q ? input.counts : 'in-stock'
  return loadList(context.get(shopApi), { path, query, input: { ...input, counts, category } })
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return listData(args)
}

export function meta({ loaderData, location, matches, params }: Route.MetaArgs) {
  const category = findCategory(shop, params.category)
  const origin = originOf(matches)
  const name = category ? categoryName(category) : m.category_unknown()
  const path = pathOf(params.category)
  return pageMeta({
    title: m.category_page_title({ category: name, shop: shopName() }),
    description: m.category_description({ category: name, shop: shopName() }),
    path,
    query: { cursor: loaderData?.query.cursor },
    search: location.search,
    origin,
    image: category?.shown?.webp,
    unlisted: !category || !loaderData || !!loaderData.query.q || filterCount(loaderData.query) > 0,
    data: origin ? [breadcrumbData(origin, stepsTo(name), path)] : [],
  })
}

export const handle = { bleed: true }

export default function CategoryScreen({ params, loaderData }: Route.ComponentProps) {
  const { query, products, total, counts } = loaderData
  useRestoredList(loaderData)
  const category = findCategory(shop, params.category)
  const name = category ? categoryName(category) : m.category_unknown()
  const path = pathOf(params.category)
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-3 pt-3 pb-16 low:gap-2 md:gap-6 md:pt-5">
      <div>
        <div className="max-md:hidden">
          <Breadcrumb steps={stepsTo(name)} />
        </div>
        <div
          className="relative flex min-h-18 items-center justify-between gap-4 overflow-hidden rounded-card px-5 py-1 text-plate-ink low:min-h-10 low:rounded-tile low:px-4 low:py-0 md:min-h-44 md:px-10 md:py-4"
          style={{ background: tintOf(category) }}
        >
          <h1 className={`display-1 low:text-2xl ${category ? '' : 'text-ink'}`}>{name}</h1>
          {category && <CategoryPicture category={category} className="size-17 shrink-0 low:size-10 md:size-36" />}
        </div>
      </div>
      <SearchNotes path={path} query={query} understood={loaderData.understood} categories={[]} />
      <CategoryChips query={query} counts={counts} />
      {/* Each category has its own search; an unknown one has none. */}
      {category && (
        <ListControls
          key={path}
          path={path}
          query={query}
          label={m.category_search({ category: name })}
          count={total > 0 && stockMessage(total, counts?.inStock, query.q)}
          empty={products.length === 0}
          counts={counts}
        />
      )}
      {products.length > 0 ? (
        <ProductList path={path} list={loaderData} label={name} />
      ) : (
        <NothingFound
          path={path}
          query={query}
          picture={category?.shown?.webp}
          title={m.category_none()}
          all={query.q && category ? path : '/products'}
        >
          {query.q ? m.category_none_text({ q: query.q }) : m.category_none_next()}
        </NothingFound>
      )}
    </div>
  )
}

function pathOf(segment: string): string {
  return categoryPath({ path: segment })
}

function stepsTo(name: string) {
  return [{ label: m.shell_home(), to: '/' }, { label: m.product_products(), to: '/products' }, { label: name }]
}
