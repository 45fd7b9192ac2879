import { whoOf } from '../common/log.ts'
import type { App } from './calls.ts'

/** Logs one line for each response: request, user, status and milliseconds. */
export function logRequests(app: App): void {
  if (!app.log.isLevelEnabled?.('info')) return
  app.addHook('onResponse', async (request, reply) => {
    // Health checks arrive every few seconds.
    const level = request.routeOptions.config.quiet ? 'debug' : 'info'
    const path = request.url.split('?', 1)[0]
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log[level](
      { method: request.method, path, status: reply.statusCode, ms, ip: request.ip, ...whoOf(request) },
      'answered',
    )
  })
}

declare module 'fastify' {
  interface FastifyBaseLogger {
    isLevelEnabled?(level: string): boolean
  }
  interface FastifyContextConfig {
    /** Logged at debug level only. */
    quiet?: boolean
  }
}
