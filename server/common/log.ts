import type { Writable } from 'node:stream'
import type { FastifyServerOptions } from 'fastify'

/*
 * The log: one JSON object a line, with the time in UTC, the request's id, the user and the event. Of a request only
 * the path is logged: no query, header, cookie or body.
 */

/** Logs events that have no caller to report to: an object and a message. */
export type Log = Record<'error' | 'warn', (fields: object, message?: string) => void>

export type LogSettings = { level: string; stream?: Writable } | false

/** Names of fields whose values are never logged, at any depth. */
const secrets = new Set(['password', 'newPassword', 'otp', 'token', 'cookie', 'authorization', 'set-cookie', 'secret'])
const redacted = '[redacted]'
/** Fields nested deeper aren't logged. */
const maxDepth = 5

/** Returns the settings of a shop's logger. */
export function loggerOf(settings: LogSettings): FastifyServerOptions['logger'] {
  if (!settings) return false
  return {
    ...settings,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // pino's redaction at any depth took ten times as long as the rest of a line. At the top level it costs almost
    // nothing, and only it sees the bindings of child loggers, which pass no formatter.
    redact: { paths: [...secrets].map((name) => `["${name}"]`), censor: redacted },
    formatters: { level: (level) => ({ level }), log: (fields) => withoutSecrets(fields) as Record<string, unknown> },
    serializers: { err: (error: unknown) => errorForLog(error), req: () => ({}), res: () => ({}) },
  }
}

/** Returns a value for the log with secrets replaced, at any depth. */
function withoutSecrets(thing: unknown, depth = 0): unknown {
  // Errors and dates define their own form.
  if (typeof thing !== 'object' || thing === null || thing instanceof Error || 'toJSON' in thing) return thing
  if (depth > maxDepth) return undefined
  if (Array.isArray(thing)) return thing.map((item) => withoutSecrets(item, depth + 1))
  const entryOf = ([name, value]: [string, unknown]) =>
    [name, secrets.has(name) ? redacted : withoutSecrets(value, depth + 1)] as const
  return Object.fromEntries(Object.entries(thing).map(entryOf))
}

type Thrown = { name?: string; message?: string; code?: unknown; stack?: string; cause?: unknown }

/**
 * Returns the fields of an error that are logged. Others aren't: a database error has whole rows, a mail error
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
