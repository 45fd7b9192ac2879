import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { rateOf } from '../../contract/pricing/pricing.ts'
import { findCategory } from '../../contract/settings/shop.ts'
import { display } from '../../contract/values/limits.ts'
import { addToCart, useCart } from '../cart/cart.ts'
import { nameWithLanguage } from '../messages/local-name.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'
import { expectReply, shopApi } from '../page/loader-api.ts'
import { breadcrumbData, originOf, pageMeta } from '../page/page-meta.ts'
import { cardOf } from '../product/card-product.ts'
import { categoryName, categoryPath, tintOf } from '../product/categories.ts'
import { isWeight } from '../product/localized-weight.ts'
import { productPath } from '../product/product-path.ts'
import { taxToday } from '../product/tax-today.ts'
import { shop } from '../shop.ts'
import { Badge } from '../ui/badge.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ArrowRight } from '../ui/icons.tsx'
import { formatAmount, percentOff, struckPriceLabel } from '../ui/price.tsx'
import type { Route } from './+types/product.ts'
import { AddToCart } from './add-to-cart.tsx'
import { Gallery } from './gallery.tsx'
import { ProductStrip } from './product-grid.tsx'
import { Rating } from './rating.tsx'
import { StickyAddBar } from './sticky-add-bar.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { product, related } = expectReply(await context.get(shopApi).product.get({ id: params.id }))
  const { description, descriptionTh, image, taxClass } = product
  const shown = { ...cardOf(product), ...(taxClass && { taxClass }) }
  return { product: shown, description, descriptionTh, images: image, related: related.map(cardOf) }
}

type Loaded = Route.ComponentProps['loaderData']

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: shopName() }]
  const { product, images } = loaderData
  const { name } = nameWithLanguage(product)
  const { lines } = aboutOf(loaderData)
  const origin = originOf(matches)
  const path = productPath(product)
  const description = lines.join(' ').slice(0, 300) || name
  return pageMeta({
    title: m.product_page_title({ name, shop: shopName() }),
    description,
    path,
    search: location.search,
    origin,
    image: images[0],
    type: 'product',
    data: origin
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'Product',
            name,
            description,
            sku: product._id,
            image: images.map((each) => new URL(each, origin).href),
            ...(product.Weight && { weight: product.Weight }),
            offers: {
              '@type': 'Offer',
              url: new URL(path, origin).href,
              price: product.offerPrice.toFixed(2),
              priceCurrency: shop.currency.code,
              availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
            },
          },
          breadcrumbData(origin, stepsTo(product), path),
        ]
      : [],
  })
}

export const handle = { bleed: true }

export default function ProductScreen({ loaderData }: Route.ComponentProps) {
  const { product, images, related } = loaderData
  const quantity = useCart().items[product._id] ?? 0
  const navigate = useNavigate()
  const buttons = useRef<HTMLDivElement>(null)
  const { name, lang } = nameWithLanguage(product)
  const about = aboutOf(loaderData)
  return (
    <>
      <div className="page pt-1 pb-10 md:pt-5 md:pb-16">
        <Breadcrumb steps={stepsTo(product)} />
        <div className="grid gap-x-12 gap-y-4 md:mt-2 md:grid-cols-2 md:items-start lg:gap-x-16">
          <Gallery
            key={product._id}
            images={images}
            name={name}
            tint={tintOf(findCategory(shop, product.category))}
            faded={!product.inStock}
          />
          <div className="grid gap-3 md:gap-4 md:pt-2">
            <h1 lang={lang} className="display-1 wrap-anywhere">
              {name}
            </h1>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Rating />
              <StockState product={product} />
            </div>
            <PriceAndSize product={product} />
            {!product.inStock && <p className="rounded-tile bg-sunken px-4 py-3">{m.product_out_text()}</p>}
            <div
              ref={buttons}
              className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-3 md:max-w-md"
            >
              <AddToCart product={product} quantity={quantity} layout="screen" />
              {product.inStock && (
                <Button
                  variant="outline"
                  size="large"
                  data-early
                  className="px-2!"
                  onClick={({ detail }) => {
                    // The second click of a double click, before the cart is shown.
                    if (detail > 1) return
                    addToCart(product._id, product.stock)
                    navigate('/cart')
                  }}
                >
                  {m.product_buy_now()}
                </Button>
              )}
            </div>
            {about.lines.length > 0 && (
              <section aria-labelledby="about-title" className="mt-2 border-line border-t pt-5">
                <h2 id="about-title" className="font-semibold text-xl">
                  {m.product_about()}
                </h2>
                <ul lang={about.lang} className="wrap-anywhere mt-2 grid list-disc gap-1 ps-5 marker:text-leaf">
                  {about.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        </div>
      </div>
      <section aria-labelledby="related-title" className="border-line border-t bg-sunken py-9 md:py-14">
        <div className="page">
          <h2 id="related-title" className={related.length > 0 ? 'display-2 mb-4 md:mb-6' : 'sr-only'}>
            {m.product_related()}
          </h2>
          {related.length > 0 && <ProductStrip products={related} label={m.product_related()} />}
          <div className="mt-7 flex justify-center">
            <ButtonLink to="/products" variant="outline" size="large">
              {m.product_see_more()}
              <ArrowRight className="size-5" aria-hidden />
            </ButtonLink>
          </div>
        </div>
      </section>
      <StickyAddBar product={product} quantity={quantity} instead={buttons} />
    </>
  )
}

type OfProduct = { product: Route.ComponentProps['loaderData']['product'] }

function StockState({ product: { inStock, stock } }: OfProduct) {
  if (!inStock) return <Badge variant="warning">{m.product_out()}</Badge>
  if (stock !== null && stock <= display.lowStock)
    return <Badge variant="low">{m.product_only_left({ left: stock })}</Badge>
  return <span className="font-medium text-leaf-deep text-sm">{m.product_in_stock()}</span>
}

/** The price, its note about tax, and the weight or size. */
function PriceAndSize({ product }: OfProduct) {
  const claimsTaxes = shop.claimsTaxes
  const off = percentOff(product.price, product.offerPrice)
  // Without the seller's text, the screen says that there is no weight.
  const isWeighed = product.Weight === undefined || isWeight(product.Weight)
  return (
    <div className="figures">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-bold text-3xl leading-[1.25] md:text-4xl">
          {claimsTaxes && (
            <abbr
              title="Maximum Retail Price"
              lang="en"
              className="me-1.5 font-medium text-base text-muted no-underline"
            >
              {m.product_mrp()}
            </abbr>
          )}{' '}
          {formatAmount(product.offerPrice)}
        </span>
        {off > 0 && (
          <>
            <span className="text-lg text-muted">
              <span className="sr-only">{`${struckPriceLabel()} `}</span>
              <s>{formatAmount(product.price)}</s>
            </span>
            <Badge variant="offer">{m.product_off({ percent: off })}</Badge>
          </>
        )}
        {product.promotion && <Badge variant="offer">{product.promotion}</Badge>}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-5 md:mt-1 md:grid md:gap-y-3">
        <PriceNote claimsTaxes={claimsTaxes} taxClass={product.taxClass} />
        {product.Weight && (
          <span className="wrap-anywhere text-sm md:text-base">
            <span className="text-muted">{isWeighed ? m.product_weight() : m.product_size()}: </span>
            <span lang={product.weightLang} className="font-medium">
              {product.Weight}
            </span>
          </span>
        )}
      </p>
    </div>
  )
}

/** The note below the price: the shop's claim, and the tax that the cart adds. */
function PriceNote({ claimsTaxes, taxClass }: { claimsTaxes: boolean; taxClass: string | undefined }) {
  const added = shop.tax.mode === 'added' ? rateOf(taxToday(), taxClass) : 0
  if (!claimsTaxes && added === 0) return null
  return (
    <span className="text-muted text-sm">
      {claimsTaxes && `(${m.product_taxes()})`}
      {claimsTaxes && added > 0 && ' '}
      {added > 0 && m.product_tax_added({ rate: added / 100 })}
    </span>
  )
}

/** Returns the description in the language of the page, and its language if it is another one. */
function aboutOf({ description, descriptionTh }: Pick<Loaded, 'description' | 'descriptionTh'>) {
  const thai = getLocale() === 'th' && descriptionTh && descriptionTh.length > 0 ? descriptionTh : undefined
  const lines = [...new Set((thai ?? description).map((line) => line.trim()).filter(Boolean))]
  return { lines, lang: thai || getLocale() === 'en' ? undefined : 'en' }
}

function stepsTo(product: Loaded['product']) {
  const category = findCategory(shop, product.category)
  return [
    { label: m.shell_home(), to: '/' },
    { label: m.product_products(), to: '/products' },
    {
      label: category ? categoryName(category) : product.category,
      to: categoryPath({ path: product.category }),
    },
    { label: nameWithLanguage(product).name },
  ]
}
