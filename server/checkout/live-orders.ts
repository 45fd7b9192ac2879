import type { FastifyRequest } from 'fastify'
import { streams } from '../../contract/call-paths.ts'
import type { Events } from '../database/notifications.ts'
import type { App } from '../http/edge.ts'
import { EventStreams } from '../http/event-streams.ts'
import type { OriginOf } from '../http/origin.ts'
import { type Kind, requireShopper } from '../http/sessions.ts'

/** The two streams that say when orders are new or changed: a shopper's own, and the shop's for sellers. */
export function liveOrders(app: App, { events, originOf }: { events: Events | undefined; originOf: OriginOf }): void {
  const shoppers = new EventStreams({ openSessions: (keys) => app.sessions.open('shopper', keys) })
  const sellers = new EventStreams({ openSessions: (keys) => app.sessions.open('seller', keys) })

  events?.on('orders', (announced) => {
    // Back after a break: anything may have changed for anyone.
    if (announced === undefined) {
      shoppers.tell('orders', {})
      sellers.tell('orders', {})
      return
    }
    const [order, shopper, ...status] = announced.split(' ')
    const change = { order, status: status.join(' ') }
    shoppers.tell('orders', change, shopper)
    if (change.status !== 'Awaiting payment') sellers.tell('orders', change)
  })
  app.addHook('preClose', async () => {
    shoppers.close()
    sellers.close()
  })

  const listener = (request: FastifyRequest, kind: Kind, who: string) => {
    return { who, session: app.sessions.keyOf(request, kind), origin: originOf(request.raw) }
  }
  app.get(streams.shopper, { ...aStream, config: { access: 'shopper', apart: true } }, async (request, reply) =>
    shoppers.open(reply, listener(request, 'shopper', requireShopper(request).id)),
  )
  app.get(streams.seller, { ...aStream, config: { access: 'seller', apart: true } }, async (request, reply) =>
    sellers.open(reply, listener(request, 'seller', request.seller?.id ?? '')),
  )
}

/** HEAD would open one that nobody reads and nothing ends. */
const aStream = { exposeHeadRoute: false }
