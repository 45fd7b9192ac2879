import type { FastifyRequest } from 'fastify'
import { streams } from '../../contract/paths/call-paths.ts'
import type { Events } from '../database/notifications.ts'
import type { AccountKind } from '../domain/session-queries.ts'
import type { App } from '../http/calls/calls.ts'
import { requireSeller, requireShopper } from '../http/calls/sessions.ts'
import type { ClientAddressOf } from '../http/request/client-address.ts'
import { EventStreams } from '../http/responses/event-streams.ts'

/**
 * The statuses of orders in which a rider's trip may change: those that can be taken, and those that can't any more.
 */
const statusesOfTrips: readonly string[] = ['Confirmed', 'Packing', 'Out for delivery', 'Delivered', 'Cancelled']

/**
 * The two event streams of new and changed orders: of a shopper's own orders, and of all orders for sellers. Riders,
 * who see their own orders and those that can be taken, hear on it only that their trip may have changed.
 */
export function orderStreamRoutes(
  app: App,
  { events, clientAddressOf }: { events: Events | undefined; clientAddressOf: ClientAddressOf },
): void {
  const shoppers = new EventStreams({ openSessions: (keys) => app.sessions.open('shopper', keys) })
  const sellers = new EventStreams({ openSessions: (keys) => app.sessions.open('seller', keys) })
  const riders = new EventStreams({ openSessions: (keys) => app.sessions.open('seller', keys) })

  events?.on('orders', (payload) => {
    // Reconnected after an interruption: any order may have changed.
    if (payload === undefined) {
      for (const streams of [shoppers, sellers, riders]) streams.publish('orders', {})
      return
    }
    const [order, shopper, ...status] = payload.split(' ')
    const change = { order, status: status.join(' ') }
    shoppers.publish('orders', change, shopper)
    if (change.status !== 'Awaiting payment') sellers.publish('orders', change)
    if (statusesOfTrips.includes(change.status)) riders.publish('orders', {})
  })
  // A rider's cash was counted in.
  events?.on('cash', (payload) => {
    if (payload === undefined) return
    for (const streams of [sellers, riders]) streams.publish('orders', {})
  })
  // A slip came or was decided. Its order awaits payment, so sellers aren't notified otherwise.
  events?.on('slips', (payload) => {
    if (payload === undefined) return
    const [order, shopper] = payload.split(' ')
    const change = { order, slip: true }
    shoppers.publish('orders', change, shopper)
    sellers.publish('orders', change)
  })
  // The notification names a shopper's session or account; it names no seller's.
  events?.on('sessions', (key) => {
    if (key) void shoppers.check(key)
    else for (const streams of [sellers, riders]) void streams.checkSessions()
  })
  // Another role may see other orders. Without an account, any may have changed.
  events?.on('roles', (account) => {
    for (const streams of [sellers, riders]) streams.end(account)
  })
  app.addHook('preClose', async () => {
    for (const streams of [shoppers, sellers, riders]) streams.close()
  })

  const ownerOf = (request: FastifyRequest, kind: AccountKind, userId: string) => {
    return {
      accountId: userId,
      session: app.sessions.tokenHashOf(request, kind),
      clientAddress: clientAddressOf(request.raw),
    }
  }
  app.get(
    streams.shopper,
    { ...streamOptions, config: { access: 'shopper', longRunning: true } },
    async (request, reply) => shoppers.open(reply, ownerOf(request, 'shopper', requireShopper(request).id)),
  )
  app.get(
    streams.seller,
    { ...streamOptions, config: { access: 'seller', right: 'stream.orders', longRunning: true } },
    async (request, reply) => {
      const { id, role } = requireSeller(request)
      return (role === 'rider' ? riders : sellers).open(reply, ownerOf(request, 'seller', id))
    },
  )
}

/** A HEAD request would open a stream that no client reads or closes. */
const streamOptions = { exposeHeadRoute: false }
