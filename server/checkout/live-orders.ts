import { streams } from '../../contract/call-paths.ts'
import type { App } from '../platform/edge.ts'
import { EventStreams } from '../platform/event-streams.ts'
import type { Events } from '../platform/events.ts'
import { findSeller, findShopper, requireShopper } from '../platform/session.ts'

/** The two streams that say when orders are new or changed: a shopper's own, and the shop's for sellers. */
export function liveOrders(app: App, events: Events | undefined): void {
  const shoppers = new EventStreams()
  const sellers = new EventStreams()

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

  app.get(streams.shopper, { ...aStream, config: { access: 'shopper', apart: true } }, async (request, reply) => {
    const { id } = requireShopper(request)
    return shoppers.open(reply, id, async () => (await findShopper(request))?.id === id)
  })
  app.get(streams.seller, { ...aStream, config: { access: 'seller', apart: true } }, async (request, reply) => {
    const id = request.seller?.id ?? ''
    return sellers.open(reply, id, async () => (await findSeller(request))?.id === id)
  })
}

/** HEAD would open one that nobody reads and nothing ends. */
const aStream = { exposeHeadRoute: false }
