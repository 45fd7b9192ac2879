import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { ShopClient } from '../../contract/client.ts'
import { type DeliverySettings, pageSettingsOf } from '../../contract/settings/page-settings.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Language } from '../../contract/values/languages.ts'
import type { App } from '../http/calls/calls.ts'
import { pageLanguageOf } from '../http/request/language.ts'
import { type PublicResponse, type ResponseCache, sendCached } from '../http/responses/response-cache.ts'
import { policyFor } from './content-security-policy.ts'
import type { WebBuild } from './web-build.ts'

export type PagesDeps = {
  /** Returns the built web app; in development, the newest build. */
  build: () => Promise<WebBuild>
  cache: ResponseCache
  /** Makes a client that calls the API without a cookie, like any visitor, and reports the status of each reply. */
  api: (onStatus: (status: number) => void) => ShopClient
  /** Returns the shop's settings, for the next page. When they change, the cache has to be dropped as well. */
  shop: () => ShopConfig
  /** Returns whether the shop has delivery zones and windows, likewise. */
  delivery: () => Promise<DeliverySettings>
  demo: boolean
  publicUrl: string
  /** In development pages contain scripts of the development server and are never cached. */
  dev: boolean
}

/**
 * The query parameters that pages depend on. Others aren't passed on, as they would fill the cache with equal pages.
 */
export const pageParameters = [
  ...['q', 'exact', 'sort', 'inStock', 'onOffer', 'minPrice', 'maxPrice', 'cursor', 'page', 'next', 'lang'],
  ...['_routes', 'paths', 'p', 'version'],
]

/** The paths that crawlers may not read: calls, and pages without content for strangers. */
const robots = ['/api/', '/seller', '/cart', '/my-orders', '/add-address', '/track/']
  .map((path) => `Disallow: ${path}\n`)
  .join('')

/**
 * The route of all pages. They contain nothing personal, so a rendered page is cached for all visitors until the
 * catalogue changes.
 */
export function pageRoutes(app: App, deps: PagesDeps): void {
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(`User-agent: *\n${robots}`))
  // The earlier path of a screen that riders have bookmarked. Version 0.2 can drop it.
  app.get('/seller/round', (_request, reply) => reply.redirect('/seller/trip', 301))
  app.get('/*', (request, reply) => {
    if (isCallPath(request)) return reply.callNotFound()
    const address = pageAddressOf(request.url)
    // Only attackers send control characters in a path, and React Router would log a long error.
    if (/%(?:[01][\da-f]|7f)/i.test(address.path)) return reply.redirect('/')
    const language = pageLanguageOf(request.headers, address.query, deps.shop())
    const make = () => render(deps, urlOf(address, deps.publicUrl), language)
    if (deps.dev) return make().then((response) => sendUncached(reply, response))
    const response = deps.cache.get(`page ${language} ${address.path}?${address.query ?? ''}`, make)
    // A cached page is sent synchronously; the handler then returns undefined.
    if (response instanceof Promise) return response.then((made) => sendCached(request, reply, made))
    void sendCached(request, reply, response)
  })
  redirectForms(app)
}

/**
 * Redirects a form that was sent before its page was hydrated back to that page. Forms use POST so that typed values,
 * such as passwords, never appear in a URL.
 */
function redirectForms(app: App): void {
  app.post('/*', {
    onRequest: async (request, reply) => {
      if (isCallPath(request)) return reply.callNotFound()
      const path = (request.url.split('?', 1)[0] ?? '/').replace(/^[/\\]{2,}/, '/')
      // A request line may also contain `*` or an absolute URL, which aren't pages of the shop.
      return reply.redirect(path.startsWith('/') ? path : '/', 303)
    },
    handler: (_request, reply) => reply.callNotFound(),
  })
}

/** Returns whether a path without a route would be a call's, by the path that the router has decoded. */
function isCallPath(request: FastifyRequest): boolean {
  const { '*': path = '' } = request.params as { '*'?: string }
  return path === 'api' || path.startsWith('api/')
}

type PageAddress = { path: string; query: URLSearchParams | undefined }

/** Returns the path of a request's URL, and the query parameters that pages depend on. */
function pageAddressOf(url: string): PageAddress {
  const mark = url.indexOf('?')
  // A leading double slash would be parsed as another host.
  const path = (mark === -1 ? url : url.slice(0, mark)).replace(/^[/\\]{2,}/, '/')
  if (mark === -1) return { path, query: undefined }
  const sent = new URLSearchParams(url.slice(mark + 1))
  const query = new URLSearchParams()
  for (const name of pageParameters) {
    const value = sent.get(name)
    // Longer ones are no other page: no list reads more of its search.
    if (value !== null) query.set(name, value.slice(0, 400))
  }
  return { path, query: query.size > 0 ? query : undefined }
}

/** Returns the page's URL on the configured public origin, so that no page depends on the Host header. */
function urlOf({ path, query }: PageAddress, publicUrl: string): URL {
  const url = new URL(publicUrl)
  url.pathname = path
  url.search = String(query ?? '')
  return url
}

async function render(deps: PagesDeps, url: URL, language: Language): Promise<PublicResponse> {
  const build = await deps.build()
  const { shopApi, pageLanguage, inLanguage, setShop } = build.entry.module
  let fromFailure = false
  const delivery = await deps.delivery().catch(() => {
    fromFailure = true
    return undefined
  })
  setShop(pageSettingsOf(deps.shop(), deps.demo, delivery))
  const handle = createRequestHandler(build, deps.dev ? 'development' : 'production')
  const context = new RouterContextProvider()
  // A loader may turn a failed call into a redirect or an empty list, which must not be cached for other visitors.
  context.set(
    shopApi,
    deps.api((status) => {
      fromFailure ||= status >= 500 || status === 429
    }),
  )
  context.set(pageLanguage, language)
  const response = await inLanguage(language, () => handle(new Request(url), context))
  const body = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  // Browsers revalidate the page on each use; the ETag allows a reply without a body.
  headers['cache-control'] = 'private, no-cache'
  headers.vary = 'cookie, accept-language'
  headers['content-language'] = language
  headers['content-type'] ??= 'text/plain'
  if (headers['content-type']?.startsWith('text/html')) {
    if (!deps.dev) headers['content-security-policy'] = policyFor(body.toString())
  }
  if (headers['content-type'].startsWith('text/') && !headers['content-type'].includes('charset'))
    headers['content-type'] += '; charset=utf-8'
  return { status: response.status, headers, body, fromFailure }
}

function sendUncached(reply: FastifyReply, response: PublicResponse) {
  return reply
    .code(response.status)
    .headers(response.headers)
    .removeHeader('content-security-policy')
    .send(response.body)
}
