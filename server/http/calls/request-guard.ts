import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../common/refusal.ts'

/**
 * Returns the refusal of an ambiguous request. No Host (in HTTP/1.1) or several: RFC 9112, section 3.2. Encoded letters
 * in a call's path: a proxy in front may block that path in its plain spelling only.
 */
export function refusalOfAmbiguousRequest({ raw, routeOptions }: FastifyRequest): Refusal | undefined {
  let hosts = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) if (isHost(raw.rawHeaders[index])) hosts += 1
  if (hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')) return new Refusal('malformed')
  if (!routeOptions.url?.startsWith('/api/')) return undefined
  const query = raw.url?.indexOf('?') ?? -1
  const encoded = raw.url?.indexOf('%') ?? -1
  return encoded !== -1 && (query === -1 || encoded < query) ? new Refusal('malformed') : undefined
}

const isHost = (name: string | undefined) => name?.length === 4 && name.toLowerCase() === 'host'

/**
 * Returns the refusal of a request that a browser marks as coming from another site. A request without these headers
 * comes from a program, which has no shopper's cookies to misuse.
 */
export function refusalOfOrigin(request: FastifyRequest, origins: readonly string[]): Refusal | undefined {
  const { method } = request
  if (method === 'OPTIONS') return undefined
  // A HEAD runs the handler of its GET.
  if ((method === 'GET' || method === 'HEAD') && !request.routeOptions.config.changes) return undefined
  const { origin } = request.headers
  const allowed = origin !== undefined && origins.includes(origin)
  const { 'sec-fetch-site': site, 'sec-purpose': purpose } = request.headers
  // A link in a page of a sibling domain is foreign, and so is one that the browser prefetches.
  const isForeignLink = site === 'cross-site' || site === 'same-site' || purpose?.includes('prefetch')
  const foreign = origin !== undefined || isForeignLink
  if (!foreign || allowed) return undefined
  // Usually no attack: the shop was opened under another name than PUBLIC_URL.
  const [address = ''] = origins
  request.log.warn({ origin, expected: address }, 'request from another origin')
  return new Refusal('cross_site', { values: { address } })
}
