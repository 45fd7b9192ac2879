import type { FastifyRequest } from 'fastify'
import type { App } from './calls.ts'

/** Logs one line for each reply: request, user, status and milliseconds. */
export function logRequests(app: App): void {
  if (!app.log.isLevelEnabled?.('info')) return
  app.addHook('onResponse', async (request, reply) => {
    // Health checks arrive every few seconds.
    const { quiet, secretPath } = request.routeOptions.config
    const level = quiet ? 'debug' : 'info'
    const path = secretPath ? request.routeOptions.url : request.url.split('?', 1)[0]
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log[level](
      { method: request.method, path, status: reply.statusCode, ms, ip: request.clientIp, ...whoOf(request) },
      'answered',
    )
  })
}

/** Returns the shopper or seller of a request, if the call has looked them up. */
export function whoOf(request: FastifyRequest): { shopper?: string; seller?: string } {
  return {
    ...(request.shopper ? { shopper: request.shopper.id } : {}),
    ...(request.seller ? { seller: request.seller.id } : {}),
  }
}

declare module 'fastify' {
  interface FastifyBaseLogger {
    isLevelEnabled?(level: string): boolean
  }
  interface FastifyContextConfig {
    /** Logged at debug level only. */
    quiet?: boolean
    /** The path opens something for those who know it, so the log has its pattern instead. */
    secretPath?: boolean
  }
}
