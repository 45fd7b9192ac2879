import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import { streams } from '../../../contract/paths/call-paths.ts'
import { api, failureMessage } from '../../client/api.ts'
import type { StatusChange } from '../../client/live-orders.ts'
import { refreshSession } from '../../client/session.ts'
import { useInterval } from '../../client/use-interval.ts'
import { useBriefly, useLiveOrders } from '../../client/use-live-orders.ts'
import { useOrderEvents } from '../../client/use-order-events.ts'
import { toast } from '../../ui/toast.ts'

/** Orders of one page. */
const pageSize = 10
/**
 * Milliseconds between reads while an order waits for its payment or for a seller: the shop may close meanwhile, or
 * change its hours.
 */
const waitingInterval = 30_000
const noStatusChanges: readonly StatusChange[] = []

/** Returns the shopper's orders, unpaid ones included: read in pages, and live. */
export function useMyOrders(userId: string) {
  const [statusChanges, setStatusChanges] = useBriefly(noStatusChanges)
  const { live, list, failure, loading, readingMore } = useLiveOrders(userId, () => ({
    read: (page, options) => api.order.user({ userId, awaiting: 'true', ...page }, options),
    pageSize,
    onNews: ({ statusChanges }) => {
      if (statusChanges.length === 0) return
      setStatusChanges(statusChanges)
      // Paying an order removes its items from the account's cart.
      if (statusChanges.some(({ from }) => from === 'Awaiting payment')) void refreshSession({ fresh: true })
    },
  }))
  useOrderEvents(streams.shopper, live.changed)
  const isWaiting = list?.orders.some(({ status }) => status === 'Awaiting payment' || status === 'Order Placed')
  useInterval(live.changed, isWaiting ? waitingInterval : undefined)

  async function readOlder() {
    const refused = await live.readMore().catch(failureMessage)
    if (refused !== undefined) toast.error(refused)
  }

  return {
    list,
    failure,
    loading,
    reload: live.reload,
    readingOlder: readingMore,
    readOlder,
    /** Orders whose status has just changed. */
    statusChanges,
    /** Returns the status that an order has just changed to. */
    freshState: (id: string): OrderStatus | undefined =>
      statusChanges.find(({ order }) => order._id === id)?.order.status,
    /** Call if an order's shown status is outdated. */
    changed: live.changed,
  }
}
