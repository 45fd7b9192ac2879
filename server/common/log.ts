import type { Writable } from 'node:stream'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/*
 * The log: one JSON object a line, with the time in UTC, the request's id, who asked, and what happened. Nothing that
 * a person typed gets in but the path: no query, header, cookie or body.
 */

/** Where an operation tells of what no caller hears: things and words. */
export type Log = Record<'error' | 'warn', (things: object, words?: string) => void>

export type LogSettings = { level: string; stream?: Writable } | false

/** Names of what must never be readable, wherever in a line it came to stand. */
const secrets = new Set(['password', 'newPassword', 'otp', 'token', 'cookie', 'authorization', 'set-cookie', 'secret'])
const hidden = '[redacted]'
/** What lies deeper in a logged thing isn't written: nobody logs that on purpose. */
const deepest = 5

/** The logger of a shop. */
export function loggerOf(settings: LogSettings): FastifyServerOptions['logger'] {
  if (!settings) return false
  return {
    ...settings,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Made to look for a name at any place, pino's own redaction took ten times as long as the rest of a line. At the
    // top it costs next to nothing, and is what sees the bindings of child loggers: those pass no formatter.
    redact: { paths: [...secrets].map((name) => `["${name}"]`), censor: hidden },
    formatters: { level: (level) => ({ level }), log: (things) => withoutSecrets(things) as Record<string, unknown> },
    serializers: { err: (error: unknown) => errorForLog(error), req: () => ({}), res: () => ({}) },
  }
}

/** What is logged, without what stands under a secret's name, however deep. */
function withoutSecrets(thing: unknown, depth = 0): unknown {
  // Errors, dates and the like say themselves what is written of them.
  if (typeof thing !== 'object' || thing === null || thing instanceof Error || 'toJSON' in thing) return thing
  if (depth > deepest) return undefined
  if (Array.isArray(thing)) return thing.map((each) => withoutSecrets(each, depth + 1))
  const shown = ([name, value]: [string, unknown]) =>
    [name, secrets.has(name) ? hidden : withoutSecrets(value, depth + 1)] as const
  return Object.fromEntries(Object.entries(thing).map(shown))
}

type Thrown = { name?: string; message?: string; code?: unknown; stack?: string; cause?: unknown }

/**
 * What the log keeps of an error. Not its other fields: the database's have whole rows in them, and a mail server's the
 * recipients.
 */
function errorForLog(error: unknown, depth = 0): { type: string; message: string; stack: string } {
  const { name, message, code, stack, cause } = Object(error) as Thrown
  return {
    type: name ?? typeof error,
    message: message ?? String(error),
    ...(code === undefined ? {} : { code }),
    stack: stack ?? '',
    ...(cause === undefined || depth > 3 ? {} : { cause: errorForLog(cause, depth + 1) }),
  }
}

/** Who is asking, as far as the call had to know. */
export function whoOf(request: FastifyRequest): { shopper?: string; seller?: string } {
  return {
    ...(request.shopper ? { shopper: request.shopper.id } : {}),
    ...(request.seller ? { seller: request.seller.id } : {}),
  }
}
