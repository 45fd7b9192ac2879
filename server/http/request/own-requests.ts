import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Returns whether the shop calls itself, as it does while rendering a page: there is no network connection then. */
export function isOwnRequest({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return !(raw.socket instanceof Socket)
}
