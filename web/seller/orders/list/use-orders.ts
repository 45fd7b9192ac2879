import { useEffect } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { type OrderList, withPendingShown } from '../../../client/live-orders.ts'
import type { OrderChange } from '../../../client/order-events.ts'
import { useInterval } from '../../../client/use-interval.ts'
import { useBriefly, useLiveOrders } from '../../../client/use-live-orders.ts'
import { toast } from '../../../ui/toast.ts'
import { useOrderChanges } from '../../area/order-watch.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { type OrdersQuery, ordersInput, ordersSearch, pageSize, sortOf, viewOf } from '../../order-ui/orders-query.ts'
import { readOrder } from '../../order-ui/read-order.ts'
import { withOrder } from '../../order-ui/with-order.ts'
import { toastUnread } from '../../ui/toast-failure.ts'
import { withChangedStatuses } from './order-list.ts'
import { useOrderSteps } from './use-order-steps.ts'

const noOrders: readonly SellerOrder[] = []

/** Milliseconds after which the orders that await payment are read again. */
const awaitingInterval = 30_000

/** The last shown list, so that Back restores it. */
let lastList: { key: string; list: OrderList<SellerOrder> } | undefined

type Options = {
  /** Returns whether new orders must be held back, because they would move what is being read. */
  mustHoldBack: () => boolean
  /** Called with new orders, the newest first. */
  onArrived: (orders: readonly SellerOrder[]) => void
}

/** Returns the orders that match a filter, live, with the steps that move them. */
export function useOrders(query: OrdersQuery, { mustHoldBack, onArrived }: Options) {
  const key = ordersSearch(query)
  /** New orders, highlighted for a moment. */
  const [fresh, setFresh] = useBriefly(noOrders)
  const { live, shown, list, ...state } = useLiveOrders(key, () => ({
    read: (page, options) => sellerApi.order.seller({ ...ordersInput(query), ...page }, options),
    pageSize,
    sort: sortOf(query),
    first: lastList?.key === key ? withPendingShown(lastList.list) : undefined,
    mustHoldBack,
    onNews: ({ arrived, statusChanges }, areHeldBack) => {
      for (const { order } of statusChanges) steps.hideUndoAfter(order)
      if (arrived.length === 0) return
      onArrived(arrived)
      if (!areHeldBack) setFresh((before) => [...before, ...arrived])
    },
  }))
  const { turning } = state
  useEffect(() => {
    if (list && !turning) lastList = { key, list }
  }, [key, list, turning])

  // Sellers are notified of an order once it is paid or cancelled.
  useInterval(live.changed, viewOf(query) === 'Awaiting payment' ? awaitingInterval : undefined)

  const steps = useOrderSteps(shown)
  useOrderChanges((changes) => {
    changes.forEach(steps.hideUndoBefore)
    shown.update((list) => withChangedStatuses(list, changes))
    live.changed()
    void readLeft(changes)
  })

  /**
   * Reads changed orders one by one that the filter may leave out when the list is read again: they stay on the screen.
   */
  async function readLeft(changes: readonly OrderChange[]) {
    if (viewOf(query) === 'all' && !query.paid) return
    const changed = new Set(changes.map(({ order }) => order))
    for (const { _id } of list?.orders.filter((each) => changed.has(each._id)) ?? []) {
      const order = await readOrder(_id)
      if (order) shown.update((current) => withOrder(current, order))
    }
  }

  async function readMore() {
    const refused = await live.readMore().catch(toastUnread)
    if (refused !== undefined) toast.error(refused)
  }

  return {
    ...state,
    ...steps,
    list,
    reload: live.reload,
    replace: (order: SellerOrder) => shown.update((list) => withOrder(list, order)),
    isFresh: (order: SellerOrder) => fresh.some(({ _id }) => _id === order._id),
    readMore,
    showPending: () => {
      setFresh(list?.pending ?? noOrders)
      shown.update(withPendingShown)
    },
  }
}
