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
