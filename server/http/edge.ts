import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type * as z from 'zod'
import type { Access, RefusalReply } from '../../contract/calls/call.ts'
import { everyCall } from '../../contract/calls.ts'
import { fieldErrorMessageAt, withFieldName } from '../../contract/messages/field-errors.ts'
import { type RefusalCode, refusalMessage, refusals, waitMessage } from '../../contract/messages/refusals.ts'
import { type SuccessCode, successMessages } from '../../contract/messages/success-messages.ts'
import type { Language } from '../../contract/values/languages.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { whoOf } from '../common/log.ts'
import { publishRefusal } from '../common/metric-events.ts'
import { monotonicMicroseconds } from '../common/monotonic-time.ts'
import { Refusal, type RefusalDetails } from '../common/refusal.ts'
import { isDatabaseUnavailable } from '../database/database.ts'
import { languageOf } from './language.ts'
import { refusalOfIssues } from './zod-refusal.ts'

/*
 * The edge of the server: common rules for every request, and one JSON shape for every failure.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may make the call; see the session's hook. */
    access?: Access
    /** The name of the route in the table of roles (contract/staff/staff-roles.ts); for routes that only the staff may call. */
    right?: string
    /** True for a GET that changes something, which existing clients use: it is guarded like a POST. */
    changes?: boolean
  }
  interface FastifyRequest {
    /** When the request arrived, in `monotonicMicroseconds`. */
    arrivedAt: number
  }
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

export type EdgeOptions = {
  origins: readonly string[]
  production: boolean
  /** Security headers of every response, including those that no hook sees. */
  securityHeaders?: Readonly<Record<string, string>>
}

/** Headers of a response made before any hook runs, besides the security headers. */
const bareHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
}

/** Sets up validation, guards and the error handler on a new Fastify instance; returns it with its type. */
export function makeEdge(fastify: FastifyInstance, options: EdgeOptions): App {
  const app = fastify.withTypeProvider<ZodTypeProvider>() as unknown as App
  app.setValidatorCompiler(({ schema, httpPart }) => (data: unknown) => {
    const result = (schema as unknown as z.ZodType).safeParse(data)
    return result.success
      ? { value: result.data }
      : { error: httpPart === 'body' ? refusalOfIssues(result.error.issues) : new Refusal('malformed') }
  })
  app.setSerializerCompiler(serializerCompiler)
  acceptJson(app)

  app.decorateRequest('arrivedAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = monotonicMicroseconds()
    done(refusalOfAmbiguousRequest(request) ?? refusalOfOrigin(request, options.origins))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Personal replies and failures must not be cached. Public responses set their own header.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  // Node would reply to an unknown Expect header with an empty 417; this sends our JSON error.
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = JSON.stringify(refusalReply('malformed', 'en'))
    response
      .writeHead(417, { ...options.securityHeaders, ...bareHeaders, 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
  return app
}

/** The names of all calls, by method and path. */
const callNames = new Map(everyCall().map(({ method, url, name }) => [`${method} ${url}`, name]))

type AnyCall = {
  method: 'GET' | 'POST'
  url: string
  access: Access
  multipart?: boolean
  success: z.ZodType
  schema: { body?: z.ZodType; querystring?: z.ZodType }
}
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

/** A call's request as its handler gets it: parsed by the contract. */
export type CallRequest<C> = FastifyRequest & {
  body: C extends { schema: { body: infer B } } ? Parsed<B> : unknown
  query: C extends { schema: { querystring: infer Q } } ? Parsed<Q> : unknown
}

/**
 * Registers the route of a call of the contract. The handler returns what the success reply has besides `success: true`,
 * which is added here, or refuses by throwing.
 */
export function on<C extends AnyCall | (Omit<AnyCall, 'schema'> & { schema: object })>(
  app: App,
  call: C,
  handler: (
    request: CallRequest<C>,
    reply: FastifyReply,
  ) => Promise<Omit<z.output<C['success']>, 'success'> | RefusalReply | FastifyReply>,
  options: { changes?: boolean; longRunning?: boolean } = {},
): void {
  app.route({
    method: call.method,
    url: call.url,
    schema: call.schema,
    // A multipart request lasts as long as its upload.
    config: {
      access: call.access,
      right: callNames.get(`${call.method} ${call.url}`) ?? '',
      ...(call.multipart ? { longRunning: true } : {}),
      ...options,
    },
    handler: async (request, reply) => {
      // A reply that the handler has sent is a promise of nothing.
      const result = (await handler(request as CallRequest<C>, reply)) as object | undefined
      if (result === undefined) return reply
      return 'success' in result ? result : { success: true, ...result }
    },
  })
}

/** Returns a refusal as a reply, in the caller's language. */
export function refusalReply(code: RefusalCode, language: Language, details: RefusalDetails = {}): RefusalReply {
  const fields = Object.entries(details.fields ?? {}).map(([path, error]) =>
    typeof error === 'string'
      ? ([path, fieldErrorMessageAt(path, error, language)] as const)
      : ([path, fieldErrorMessageAt(path, error.error, language, error.values)] as const),
  )
  const { retryAfter = 0 } = details
  const summary =
    code === 'too_many' && retryAfter > 60
      ? waitMessage(retryAfter, language)
      : refusalMessage(code, language, details.values)
  const first = fields[0]
  return {
    success: false,
    // Clients that show only the message still learn which field is wrong.
    message: first && code === 'invalid_form' ? `${summary} (${withFieldName(...first, language)})` : summary,
    code,
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    ...(details.changed === undefined ? {} : { changed: details.changed }),
    ...(details.windows === undefined ? {} : { windows: details.windows }),
    ...(details.booked === undefined ? {} : { booked: details.booked }),
    ...(details.factors === undefined ? {} : { factors: details.factors }),
    ...(details.triesLeft === undefined ? {} : { triesLeft: details.triesLeft }),
  }
}

/** Returns the message of a successful call, in the caller's language. */
export function successMessage(request: FastifyRequest, code: SuccessCode): string {
  return successMessages[code][languageOf(request)]
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof Refusal ? error : refusalOfError(error)
  // A refusal caused by the database or the disk doesn't contain the cause, so it is logged.
  if (refusal.code === 'broken') request.log.error({ err: error, ...whoOf(request) }, 'failed')
  else if (refusals[refusal.code].status === 503 && refusal !== error)
    request.log.warn({ refusal: refusal.code, err: error, ...whoOf(request) }, 'refused')
  else request.log.info({ refusal: refusal.code, ...whoOf(request) }, 'refused')
  publishRefusal(refusal.code)
  if (refusal.details.retryAfter !== undefined) reply.header('retry-after', Math.ceil(refusal.details.retryAfter))
  else if ([429, 503].includes(refusals[refusal.code].status)) reply.header('retry-after', 5)
  const body = refusalReply(refusal.code, languageOf(request), refusal.details)
  return reply
    .code(refusals[refusal.code].status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, requestId: request.id })
}

const codeOfFrameworkError: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

// Codes of the operating system and PostgreSQL for a full disk.
const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100'])

function refusalOfError(error: unknown): Refusal {
  const { code, statusCode } = error as { code?: unknown; statusCode?: number }
  const name = typeof code === 'string' ? code : ''
  const known = codeOfFrameworkError[name]
  if (known) return new Refusal(known)
  if (diskFull.has(name)) return new Refusal('no_room')
  if (isDatabaseUnavailable(error)) return new Refusal('unavailable')
  if (statusCode === 413) return new Refusal('too_large')
  if (statusCode === 415) return new Refusal('wrong_type')
  if (statusCode === 503) return new Refusal('unavailable')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('malformed')
  return new Refusal('broken')
}

/** Replies to malformed HTTP, which never becomes a request, in the same JSON shape and with the security headers. */
export function replyToMalformedHttp(securityHeaders: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable) return void socket.destroy()
    const code: RefusalCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed'
    const body = JSON.stringify(refusalReply(code, 'en'))
    const status = code === 'malformed' ? '400 Bad Request' : '431 Request Header Fields Too Large'
    const headers = { ...securityHeaders, ...bareHeaders, 'content-length': Buffer.byteLength(body) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  }
}

/** Accepts JSON bodies only (multipart has a parser of its own). An empty body is no body. */
function acceptJson(app: App): void {
  // Prototype names in a body are removed like unknown fields.
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, undefined)
    if (isTooComplex(text)) return done(new Refusal('malformed'))
    parse(request, text, (error, value) => (error ? done(new Refusal('malformed')) : done(null, value)))
  })
}

/**
 * Returns whether JSON text is nested deeper, or has more values, than a body may. Counts brackets and commas outside
 * strings before parsing, so that a deep body costs no stack and a long list no more than reading it.
 */
export function isTooComplex(
  json: string,
  { depth, values }: { depth: number; values: number } = {
    depth: serverLimits.jsonDepth,
    values: serverLimits.jsonValues,
  },
): boolean {
  let level = 0
  let found = 1
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') {
      level += 1
      found += 1
      if (level > depth || found > values) return true
    } else if (char === '}' || char === ']') level -= 1
    else if (char === ',') {
      found += 1
      if (found > values) return true
    }
  }
  return false
}

/**
 * Returns the refusal of an ambiguous request. No Host (in HTTP/1.1) or several: RFC 9112, section 3.2. Encoded letters
 * in a call's path: a proxy in front may block that path in its plain spelling only.
 */
function refusalOfAmbiguousRequest({ raw, routeOptions }: FastifyRequest): Refusal | undefined {
  let hosts = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) if (isHost(raw.rawHeaders[at])) hosts += 1
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
function refusalOfOrigin(request: FastifyRequest, origins: readonly string[]): Refusal | undefined {
  const { method } = request
  if (method === 'OPTIONS') return undefined
  // A HEAD runs the handler of its GET.
  if ((method === 'GET' || method === 'HEAD') && !request.routeOptions.config.changes) return undefined
  const { origin } = request.headers
  const allowed = origin !== undefined && origins.includes(origin)
  const { 'sec-fetch-site': site, 'sec-purpose': purpose } = request.headers
  // A link in a page of a sibling domain counts as foreign, and so does one that the browser loads before anyone opens it.
  const isForeignLink = site === 'cross-site' || site === 'same-site' || purpose?.includes('prefetch')
  const foreign = origin !== undefined || isForeignLink
  if (!foreign || allowed) return undefined
  // Usually no attack: the shop was opened under another name than PUBLIC_URL.
  const [address = ''] = origins
  request.log.warn({ origin, expected: address }, 'request from another origin')
  return new Refusal('cross_site', { values: { address } })
}
