import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalReply } from '../../../contract/calls/call.ts'
import { fieldErrorMessageAt, withFieldName } from '../../../contract/messages/field-names.ts'
import { type RefusalCode, refusalMessage, refusals, waitMessage } from '../../../contract/messages/refusals.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { cents, formatMoney } from '../../../contract/values/money.ts'
import { publishRefusal } from '../../common/metric-events.ts'
import { Refusal, type RefusalDetails, type RefusalValue } from '../../common/refusal.ts'
import { isConflict, isDatabaseUnavailable } from '../../database/database.ts'
import { languageOf } from '../request/language.ts'
import { whoOf } from './request-log.ts'

/*
 * Every failure is a reply in one JSON shape: refusals, errors of the framework and the database, malformed HTTP.
 */

/** Headers of a reply made before any hook runs, besides the security headers. */
export const bareHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
}

/** Returns a refusal as a reply, in the caller's language. `symbol` is the currency's, for amounts among its values. */
export function refusalReply(
  code: RefusalCode,
  language: Language,
  details: RefusalDetails = {},
  symbol = '',
): RefusalReply {
  const fields = Object.entries(details.fields ?? {}).map(([path, error]) =>
    typeof error === 'string'
      ? ([path, fieldErrorMessageAt(path, error, language)] as const)
      : ([path, fieldErrorMessageAt(path, error.error, language, error.values)] as const),
  )
  const { retryAfter = 0, values = {} } = details
  const texts = Object.entries(values).map(([name, value]) => [name, textOf(value, language, symbol)] as const)
  const summary =
    code === 'too_many' && retryAfter > 60
      ? waitMessage(retryAfter, language)
      : refusalMessage(code, language, Object.fromEntries(texts))
  const first = fields[0]
  return {
    success: false,
    // Clients that show only the message still learn which field is wrong.
    message: first && code === 'invalid_form' ? `${summary} (${withFieldName(...first, language)})` : summary,
    code,
    fields: fields.length > 0 ? Object.fromEntries(fields) : undefined,
    changed: details.changed,
    windows: details.windows,
    booked: details.booked,
    factors: details.factors,
    triesLeft: details.triesLeft,
  }
}

/** Returns a value of a message as the caller reads it. */
function textOf(value: RefusalValue, language: Language, symbol: string): string | number {
  if (typeof value !== 'object') return value
  if (!('cents' in value)) return value[language]
  return `${value.cents < 0 ? '−' : ''}${formatMoney(cents(Math.abs(value.cents)), symbol)}`
}

/** Replies to an error of a request, and logs it. `symbol` is that of the shop's currency. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, symbol: string) {
  const refusal = error instanceof Refusal ? error : refusalOfError(error)
  // A refusal caused by the database or the disk doesn't contain the cause, so it is logged.
  if (refusal.code === 'broken') request.log.error({ err: error, ...whoOf(request) }, 'failed')
  else if (refusals[refusal.code].status === 503 && refusal !== error)
    request.log.warn({ refusal: refusal.code, err: error, ...whoOf(request) }, 'refused')
  else request.log.info({ refusal: refusal.code, ...whoOf(request) }, 'refused')
  publishRefusal(refusal.code)
  if (refusal.details.retryAfter !== undefined) reply.header('retry-after', Math.ceil(refusal.details.retryAfter))
  else if ([429, 503].includes(refusals[refusal.code].status)) reply.header('retry-after', 5)
  const body = refusalReply(refusal.code, languageOf(request), refusal.details, symbol)
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
  if (isDatabaseUnavailable(error) || isConflict(error)) return new Refusal('unavailable')
  if (statusCode === 413) return new Refusal('too_large')
  if (statusCode === 415) return new Refusal('wrong_type')
  if (statusCode === 503) return new Refusal('unavailable')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('malformed')
  return new Refusal('broken')
}

const refusalOfParserError: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Replies to malformed HTTP and to a request that doesn't arrive in time, in the same JSON shape and with the security
 * headers. Neither reaches a hook.
 */
export function replyToMalformedHttp(securityHeaders: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable) return void socket.destroy()
    const code = refusalOfParserError[error.code ?? ''] ?? 'malformed'
    const body = JSON.stringify(refusalReply(code, 'en'))
    const { status } = refusals[code]
    const headers = { ...securityHeaders, ...bareHeaders, 'content-length': Buffer.byteLength(body) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
}
