import type { MetaDescriptor } from 'react-router'
import { isLanguage, languages } from '../../contract/values/languages.ts'
import { getLocale } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'

type Page = {
  title: string
  description?: string
  /** The page's path, and the query parameters that make it a page of its own. */
  path: string
  query?: Record<string, string | undefined>
  /** The query of the URL: with `?lang=` the page has a canonical URL of its own. */
  search: string
  /** The public origin of the shop; undefined on an error page without the root's data, which then has no URLs. */
  origin: string | undefined
  image?: string
  type?: 'website' | 'product'
  /** Excluded from search engines: pages for one visitor only, and searches. */
  unlisted?: boolean
  data?: object[]
}

/** Returns the head elements for search engines and link previews. */
export function pageMeta(page: Page): MetaDescriptor[] {
  const { title, description, origin } = page
  const meta: MetaDescriptor[] = [{ title }]
  if (description) meta.push({ name: 'description', content: description })
  if (page.unlisted) meta.push({ name: 'robots', content: 'noindex' })
  const wanted = new URLSearchParams(page.search).get('lang')
  const language = getLocale()
  meta.push(
    { property: 'og:title', content: title },
    { property: 'og:site_name', content: shopName() },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:locale', content: language === 'th' ? 'th_TH' : 'en_US' },
  )
  if (description) meta.push({ property: 'og:description', content: description })
  if (origin) {
    const canonical = addressOf(origin, page, isLanguage(wanted) ? wanted : undefined)
    meta.push({ tagName: 'link', rel: 'canonical', href: canonical }, { property: 'og:url', content: canonical })
    if (!page.unlisted) {
      for (const each of languages)
        meta.push({ tagName: 'link', rel: 'alternate', hrefLang: each, href: addressOf(origin, page, each) })
      meta.push({ tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: addressOf(origin, page) })
    }
    if (page.image) meta.push({ property: 'og:image', content: new URL(page.image, origin).href })
  }
  for (const each of page.data ?? []) meta.push({ 'script:ld+json': each } as MetaDescriptor)
  return meta
}

function addressOf(origin: string, { path, query = {} }: Page, language?: string): string {
  const address = new URL(path, origin)
  for (const [name, value] of Object.entries(query)) if (value) address.searchParams.set(name, value)
  if (language) address.searchParams.set('lang', language)
  return address.href
}

/** Returns the breadcrumb as structured data for search engines. */
export function breadcrumbData(origin: string, steps: readonly { label: string; to?: string }[], path: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: new URL(to ?? path, origin).href,
    })),
  }
}

/** Returns the public origin of the shop, from the root's data. */
export function originOf(matches: readonly unknown[]): string | undefined {
  for (const match of matches) {
    const data = (match as { loaderData?: unknown } | undefined)?.loaderData
    if (typeof data === 'object' && data !== null && 'origin' in data && typeof data.origin === 'string')
      return data.origin
  }
  return undefined
}
