import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Client } from '../../contract/client.ts'
import type { Language } from '../../contract/shop.ts'
import type { App } from '../http/edge.ts'
import { pageLanguageOf } from '../http/language.ts'
import { type Answer, type ResponseCache, sendCached } from '../http/response-cache.ts'
import { policyFor } from './content-security-policy.ts'
import type { WebBuild } from './web-build.ts'

export type PagesDeps = {
  /** Gives the built app; while developing, the newest. */
  build: () => Promise<WebBuild>
  cache: ResponseCache
  /** Makes a client that calls the shop without a cookie, as any visitor could, and reports the status of each reply. */
  api: (onStatus: (status: number) => void) => Client
  publicUrl: string
  /** While developing the pages carry scripts of the development server and are never kept. */
  dev: boolean
}

/** The parts of a query that a page can depend on; anything else would only fill the memory with equal pages. */
const pageQuery = ['q', 'sort', 'cursor', 'page', 'next', 'lang', '_routes', 'paths', 'p', 'version']

/** Every screen. Pages hold nothing personal, so one rendering serves every visitor until the catalogue changes. */
export function pageRoutes(app: App, deps: PagesDeps): void {
  app.get('/*', (request, reply) => {
    if (isCallPath(request)) return reply.callNotFound()
    const place = placeOf(request.url)
    // A line break in a path, as only attackers send, is no screen, and React Router would log that at length.
    if (/%(?:[01][\da-f]|7f)/i.test(place.path)) return reply.redirect('/')
    const language = pageLanguageOf(request.headers, place.query)
    const make = () => render(deps, urlOf(place, deps.publicUrl), language)
    if (deps.dev) return make().then((answer) => sendMade(reply, answer))
    const answer = deps.cache.get(`page ${language} ${place.path}?${place.query ?? ''}`, make)
    // A handler that gives nothing back has sent already: kept pages go out without waiting for anything.
    if (answer instanceof Promise) return answer.then((made) => sendCached(request, reply, made))
    void sendCached(request, reply, answer)
  })
  backToPages(app)
}

/**
 * A form that was sent before its page had come to life: back to the same page. Forms name POST as their method so that
 * what was typed, a password among it, never stands in an address.
 */
function backToPages(app: App): void {
  app.post('/*', {
    onRequest: async (request, reply) => {
      if (isCallPath(request)) return reply.callNotFound()
      const path = (request.url.split('?', 1)[0] ?? '/').replace(/^[/\\]{2,}/, '/')
      // `*` and whole addresses are allowed on a request's first line, and are no page of the shop.
      return reply.redirect(path.startsWith('/') ? path : '/', 303)
    },
    handler: (_request, reply) => reply.callNotFound(),
  })
}

/** Whether a path that no route has would be a call's. Judged by what the router read, not by how it was spelled. */
function isCallPath(request: FastifyRequest): boolean {
  const { '*': path = '' } = request.params as { '*'?: string }
  return path === 'api' || path.startsWith('api/')
}

type Place = { path: string; query: URLSearchParams | undefined }

/** What a request's address says of a page: its path, and the parts of the query that a page can depend on. */
function placeOf(address: string): Place {
  const mark = address.indexOf('?')
  // Doubled slashes would read as another host.
  const path = (mark === -1 ? address : address.slice(0, mark)).replace(/^[/\\]{2,}/, '/')
  if (mark === -1) return { path, query: undefined }
  const asked = new URLSearchParams(address.slice(mark + 1))
  const query = new URLSearchParams()
  for (const name of pageQuery) {
    const value = asked.get(name)
    if (value !== null && value.length <= 400) query.set(name, value)
  }
  return { path, query: query.size > 0 ? query : undefined }
}

/** The page's address on the configured public origin: nothing of the Host header gets into a page. */
function urlOf({ path, query }: Place, publicUrl: string): URL {
  const url = new URL(publicUrl)
  url.pathname = path
  url.search = String(query ?? '')
  return url
}

async function render(deps: PagesDeps, url: URL, language: Language): Promise<Answer> {
  const build = await deps.build()
  const { shopApi, pageLanguage, inLanguage } = build.entry.module
  const handle = createRequestHandler(build, deps.dev ? 'development' : 'production')
  const context = new RouterContextProvider()
  let fromFailure = false
  // A loader may turn a failed read into a redirect or an empty list, which is right for this visitor alone.
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
  // Kept by browsers only to be asked about again: the ETag answers that without a body.
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

function sendMade(reply: FastifyReply, answer: Answer) {
  return reply.code(answer.status).headers(answer.headers).removeHeader('content-security-policy').send(answer.body)
}
