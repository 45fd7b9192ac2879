import type { Writable } from 'node:stream'
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify'

/*
 * The log: one JSON object a line, with the time in UTC, the request's id, who asked, and what happened. Nothing that
 * a person typed gets in but the path: no query, header, cookie or body.
 */

/** Where an operation tells of what no caller hears: things and words. */
export type Log = Record<'error' | 'warn', (things: object, words?: string) => void>

export type LogSettings = { level: string; stream?: Writable } | false

/** Names of what must never be readable, wherever in a line it came to stand. */
const secrets = ['password', 'newPassword', 'otp', 'token', 'cookie', 'authorization', 'set-cookie', 'secret']

/** The logger of a shop. */
export function loggerOf(settings: LogSettings): FastifyServerOptions['logger'] {
  if (!settings) return false
  return {
    ...settings,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: (error: unknown) => errorForLog(error), req: () => ({}), res: () => ({}) },
    redact: {
      paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  }
}

type Said = [things: unknown, words?: string, ...more: unknown[]]

/**
 * A request's logger, put together when it first has something to say. Most requests are answered without a word, and
 * looking through a new logger's own fields for secrets takes longer than finding a kept answer.
 */
class RequestLog {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }
  get level() {
    return this.#log.level
  }
  fatal(...said: Said): void {
    this.#log.fatal(...said)
  }
  error(...said: Said): void {
    this.#log.error(...said)
  }
  warn(...said: Said): void {
    this.#log.warn(...said)
  }
  info(...said: Said): void {
    this.#log.info(...said)
  }
  debug(...said: Said): void {
    this.#log.debug(...said)
  }
  trace(...said: Said): void {
    this.#log.trace(...said)
  }
  silent(...said: Said): void {
    this.#log.silent(...said)
  }
  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...given)
  }
}

/** Gives each request a logger that carries its id. */
export const requestLog: FastifyServerOptions['childLoggerFactory'] = (logger, bindings, options) =>
  new RequestLog(() => logger.child(bindings, options))

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
