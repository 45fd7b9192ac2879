import { Link } from 'react-router'
import { display } from '../../contract/values/limits.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'
import { expectReply, shopApi } from '../page/loader-api.ts'
import { originOf, pageMeta } from '../page/page-meta.ts'
import heroAvif from '../pictures/hero.avif?url'
import heroWebp from '../pictures/hero.webp?url'
import hero400Avif from '../pictures/hero-400.avif?url'
import hero400Webp from '../pictures/hero-400.webp?url'
import hero640Avif from '../pictures/hero-640.avif?url'
import hero640Webp from '../pictures/hero-640.webp?url'
import whyDeliveryAvif from '../pictures/why-delivery.avif?url'
import whyDelivery from '../pictures/why-delivery.webp?url'
import whyFreshnessAvif from '../pictures/why-freshness.avif?url'
import whyFreshness from '../pictures/why-freshness.webp?url'
import whyPricesAvif from '../pictures/why-prices.avif?url'
import whyPrices from '../pictures/why-prices.webp?url'
import whyTrustedAvif from '../pictures/why-trusted.avif?url'
import whyTrusted from '../pictures/why-trusted.webp?url'
import { cardOf } from '../product/card-product.ts'
import { categoryName, categoryPath, tintOf } from '../product/categories.ts'
import { CategoryPicture } from '../product/category-picture.tsx'
import { shop } from '../shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ArrowRight, Bike } from '../ui/icons.tsx'
import type { Route } from './+types/home.ts'
import { ProductStrip } from './product-grid.tsx'

const heroSizes = '(min-width: 64rem) 36rem, (min-width: 48rem) 45vw, calc(46vw - 1rem)'
const heroAvifs = `${hero400Avif} 400w, ${hero640Avif} 640w, ${heroAvif} 1000w`
const heroWebps = `${hero400Webp} 400w, ${hero640Webp} 640w, ${heroWebp} 1000w`

export async function loader({ context }: Route.LoaderArgs) {
  const reply = await context.get(shopApi).product.list({ inStock: 'true', limit: String(display.homeProducts) })
  return { products: expectReply(reply).products.map(cardOf) }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const { claims } = shop
  return pageMeta({
    title: claims.deliveryMinutes
      ? m.home_title_minutes({ shop: shopName(), minutes: claims.deliveryMinutes })
      : m.home_title({ shop: shopName() }),
    description: [
      m.home_description(),
      ...promises().map(({ title, text }) => (text ? `${title}: ${text}` : title)),
    ].join(' '),
    path: '/',
    search: location.search,
    origin: originOf(matches),
    image: heroWebp,
  })
}

export const links: Route.LinksFunction = () => [
  {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    href: heroAvif,
    imageSrcSet: heroAvifs,
    imageSizes: heroSizes,
    fetchPriority: 'high',
  },
]

export const handle = { bleed: true }

export default function HomeScreen({ loaderData: { products } }: Route.ComponentProps) {
  const title = stripTitle()
  return (
    <>
      <Banner />
      <Categories />
      {products.length > 0 && (
        <section
          id="in-stock"
          aria-labelledby="in-stock-title"
          className="scroll-mt-20 border-line border-y bg-sunken py-9 md:py-14"
        >
          <div className="page">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 md:mb-6">
              <h2 id="in-stock-title" className="display-2">
                {title}
              </h2>
              <Link
                to="/products"
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full font-semibold text-leaf-deep underline-offset-4 hover:underline"
              >
                {m.home_see_all()}
                <ArrowRight className="size-5" aria-hidden />
              </Link>
            </div>
            <ProductStrip products={products} label={title} />
          </div>
        </section>
      )}
      <WhyUs />
    </>
  )
}

function Banner() {
  const { claims } = shop
  const area = getLocale() === 'th' ? shop.deliveryAreaTh : shop.deliveryArea
  const text = [
    claims.prices && m.home_text_prices(),
    claims.customers && m.home_text_customers({ customers: claims.customers.toLocaleString('en') }),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <section className="page pt-3 md:pt-6">
      <div className="relative isolate grid overflow-hidden rounded-card bg-linear-115 from-vegetables via-[color-mix(in_srgb,var(--color-vegetables),var(--color-instant)_45%)] to-instant text-plate-ink md:min-h-104 md:grid-cols-[1.1fr_1fr] md:items-center md:rounded-[1.75rem]">
        <div className="grid justify-items-start gap-2.5 px-[min(1.25rem,5vw)] pt-4 pb-5 md:gap-4 md:py-12 md:ps-9 md:pe-4 lg:ps-14">
          {/* Where there are zones, delivery isn't free everywhere. */}
          {!shop.hasZones && (
            <p className="inline-flex items-center gap-2 rounded-card bg-[#ffffffd9] px-3 py-1 font-medium text-plate-leaf-deep text-xs leading-normal md:text-sm lg:px-4 lg:py-1.5 lg:text-base">
              <Bike className="size-4 shrink-0 md:size-5" aria-hidden />
              {claims.deliveryMinutes
                ? m.home_delivery_minutes({ area, minutes: claims.deliveryMinutes })
                : m.home_delivery({ area })}
            </p>
          )}
          <h1 className="font-bold text-[clamp(1.375rem,0.95rem+2.2vw,3.125rem)] max-md:max-w-[9em] max-md:lang-th:max-w-[13em]">
            {m.home_heading()}
          </h1>
          {text && <p className="max-w-[21.6em] text-plate-muted max-md:sr-only md:text-xl">{text}</p>}
          <ButtonLink to="/products" variant="plate" className="mt-1 md:min-h-13 max-md:mt-1.5 md:px-8 md:text-lg">
            {m.home_shop_now()}
            <ArrowRight className="size-5" aria-hidden />
          </ButtonLink>
        </div>
        <picture className="max-md:absolute max-md:end-0.5 max-md:bottom-1 max-md:-z-1 max-md:w-[min(46%,15rem)] md:pe-8">
          <source type="image/avif" srcSet={heroAvifs} sizes={heroSizes} />
          <img
            src={heroWebp}
            srcSet={heroWebps}
            sizes={heroSizes}
            width={1000}
            height={640}
            alt=""
            fetchPriority="high"
            className="h-auto w-full"
          />
        </picture>
      </div>
    </section>
  )
}

function Categories() {
  return (
    <section
      id="categories"
      aria-labelledby="categories-title"
      className="page scroll-mt-20 pt-5 pb-9 md:pt-12 md:pb-14"
    >
      <h2 id="categories-title" className="display-2 mb-2.5 md:mb-6">
        {m.home_categories()}
      </h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,4.4rem),1fr))] gap-2 md:grid-cols-4 md:gap-4 xl:grid-cols-8">
        <ul className="contents">
          {shop.categories.map((category) => {
            return (
              <li key={category.path}>
                <Link
                  to={categoryPath(category)}
                  className="group flex h-full flex-col items-center gap-0.5 rounded-tile px-1 pt-2 pb-1.5 text-center text-plate-ink transition-transform duration-150 hover:-translate-y-0.5 md:gap-2 md:rounded-card md:px-3 md:py-5"
                  style={{ background: tintOf(category) }}
                >
                  <CategoryPicture
                    category={category}
                    className="size-12 transition-transform duration-200 group-hover:scale-105 md:size-24"
                  />
                  <span className="my-auto font-semibold text-[0.75rem] leading-tight md:text-base md:leading-snug">
                    {categoryName(category)}
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
        <Link
          to="/products"
          className="flex flex-col items-center justify-center gap-1 rounded-tile border border-edge border-dashed px-1 py-2 text-center font-semibold text-[0.75rem] text-leaf-deep leading-tight transition-colors hover:border-leaf md:rounded-card md:px-3 md:text-base md:leading-snug"
        >
          <ArrowRight className="size-6" aria-hidden />
          {m.shell_all_products()}
        </Link>
      </div>
    </section>
  )
}

const stripTitle = () => (shop.claims.bestSellers ? m.home_best_sellers() : m.home_in_stock())

/** Returns the claims about the shop that its settings enable. */
function promises() {
  const { deliveryMinutes, customers, freshness, prices } = shop.claims
  return [
    deliveryMinutes && {
      picture: whyDelivery,
      avif: whyDeliveryAvif,
      title: m.home_why_delivery(),
      text: m.home_why_delivery_text({ minutes: deliveryMinutes }),
    },
    freshness && {
      picture: whyFreshness,
      avif: whyFreshnessAvif,
      title: m.home_why_freshness(),
      text: m.home_why_freshness_text(),
    },
    prices && { picture: whyPrices, avif: whyPricesAvif, title: m.home_why_prices(), text: m.home_why_prices_text() },
    customers && {
      picture: whyTrusted,
      avif: whyTrustedAvif,
      title: m.home_why_trusted({ customers: customers.toLocaleString('en') }),
      text: m.home_why_trusted_text(),
    },
  ].filter((promise) => typeof promise === 'object' && promise !== null)
}

function WhyUs() {
  const shown = promises()
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="why-title" className="page py-10 md:py-16">
      <div className="rounded-card bg-leaf-soft px-5 py-7 md:rounded-[1.75rem] md:px-12 md:py-12">
        <h2 id="why-title" className="display-2 mb-5 md:mb-8">
          {m.home_why()}
        </h2>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
          {shown.map(({ picture, avif, title, text }) => (
            <li key={title} className="flex flex-wrap items-center gap-4 lg:grid lg:content-start lg:gap-3">
              <span className="grid size-16 shrink-0 place-items-center rounded-full bg-white shadow-card md:size-20">
                <picture>
                  <source type="image/avif" srcSet={avif} />
                  <img src={picture} alt="" width={256} height={256} loading="lazy" className="size-11 md:size-14" />
                </picture>
              </span>
              <div className="min-w-0 grow basis-40">
                <h3 className="font-semibold text-lg">{title}</h3>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
