import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether the shop asks itself, as it does while rendering a page: then nothing came over a connection. */
export function isOwnRequest({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return !(raw.socket instanceof Socket)
}
