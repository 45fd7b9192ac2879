import { streams } from '../../contract/call-paths.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import { api, failureMessage } from '../client/api.ts'
import type { Moved } from '../client/live-orders.ts'
import { refreshSession } from '../client/session.ts'
import { useBriefly, useLiveOrders } from '../client/use-live-orders.ts'
import { useOrderEvents } from '../client/use-order-events.ts'
import { toast } from '../ui/toast.tsx'

/** Orders of one page. */
const pageSize = 10
const none: readonly Moved[] = []

/** The orders of a shopper, those that await payment among them: read by pages, and live. */
export function useMyOrders(userId: string) {
  const [moved, setMoved] = useBriefly(none)
  const { live, list, failure, loading, readingMore } = useLiveOrders(userId, () => ({
    read: (page, options) => api.order.user({ userId, awaiting: 'true', ...page }, options),
    pageSize,
    onNews: ({ moved }) => {
      if (moved.length === 0) return
      setMoved(moved)
      // A paid order takes its items out of the account's cart.
      if (moved.some(({ from }) => from === 'Awaiting payment')) void refreshSession({ fresh: true })
    },
  }))
  useOrderEvents(streams.shopper, live.changed)

  async function readOlder() {
    const refused = await live.readMore().catch(failureMessage)
    if (refused !== undefined) toast.error(refused)
  }

  return {
    list,
    failure,
    loading,
    again: live.again,
    readingOlder: readingMore,
    readOlder,
    /** Orders that have come to another state just now. */
    moved,
    /** The state that an order has come to just now. */
    freshState: (id: string): OrderStatus | undefined => moved.find(({ order }) => order._id === id)?.order.status,
    /** An order isn't where it is shown. */
    outdated: live.changed,
  }
}
