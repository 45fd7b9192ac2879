import { useRef, useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { isUndoable, type OrderStatus, statusBefore } from '../../../../contract/orders/order-status.ts'
import type { LiveOrders } from '../../../client/live-orders.ts'
import type { OrderChange } from '../../../client/order-events.ts'
import { m } from '../../../messages/messages.ts'
import { toast } from '../../../ui/toast.ts'
import { useMayTakeStepTo } from '../../client/role.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { readOrder } from '../../order-ui/read-order.ts'
import { withOrder } from '../../order-ui/with-order.ts'
import { toastFailure } from '../../ui/toast-failure.ts'
import { undoneByMessage } from '../steps/order-rules.ts'
import { isFurther, isMoved } from './order-list.ts'
import { type StepReply, sawAnOldOrder, sendStep, stepInput, stepMessage } from './send-step.ts'

/** Steps of the orders in a list. Each is shown at once, and reverted if the shop's reply differs. */
export function useOrderSteps({ update }: Pick<LiveOrders<SellerOrder>, 'update'>) {
  const mayTakeStepTo = useMayTakeStepTo()
  /** The statuses of steps that are being sent. */
  const [sending, setSending] = useState<ReadonlyMap<string, OrderStatus>>(new Map())

  /** The toast with "Undo" after a step. There is one at most: after another step it would seem to undo that. */
  const undoMessage = useRef<{ orderId: string; status: OrderStatus; hide: () => void }>(undefined)

  function hideUndo() {
    undoMessage.current?.hide()
    undoMessage.current = undefined
  }

  /** Hides the toast with "Undo" of an order that has another status, as read from the shop. */
  function hideUndoAfter(order: SellerOrder) {
    if (undoMessage.current && isMoved(undoMessage.current, order)) hideUndo()
  }

  /** Hides the toast with "Undo" of an order that an event reports to be further on. */
  function hideUndoBefore(change: OrderChange) {
    if (undoMessage.current && isFurther(undoMessage.current, change)) hideUndo()
  }

  async function step(order: SellerOrder, status: OrderStatus, call: () => Promise<StepReply>): Promise<boolean> {
    if (sending.has(order._id)) return false
    hideUndo()
    setSending((before) => new Map(before).set(order._id, status))
    const settle = () =>
      setSending((before) => {
        const after = new Map(before)
        after.delete(order._id)
        return after
      })
    try {
      const reply = await sendStep(status, call, () => reloadOrder(order))
      if (reply.success) {
        update((list) => withOrder(list, reply.order))
        const after = reply.order
        const action = { label: m.seller_undo(), onClick: () => void undo(after) }
        const undoable = undoneByMessage(order.status, after.status)
        const canUndo = undoable !== undefined && mayTakeStepTo(undoable)
        const hide = toast.success(stepMessage(status, reply), canUndo ? { action } : {})
        if (canUndo) undoMessage.current = { orderId: after._id, status: after.status, hide }
      } else {
        toast.error(reply.message)
        if (sawAnOldOrder(reply.code)) await reloadOrder(order)
      }
      settle()
      return reply.success
    } catch (error) {
      toastFailure(error)
      settle()
      void reloadOrder(order)
      return false
    }
  }

  /** Reads an order and shows it as it is now. */
  async function reloadOrder({ _id }: SellerOrder) {
    const current = await readOrder(_id)
    if (current) update((list) => withOrder(list, current))
    return current
  }

  /** Undoes the last step, if it can be undone. */
  async function undo(order: SellerOrder): Promise<boolean> {
    const { _id: id, status: from } = order
    return isUndoable(from) && step(order, statusBefore[from], () => sellerApi.order.undoStep({ id, from }))
  }

  return {
    sending,
    /** Records that the money of an order that awaits payment by PromptPay is in the shop's account. */
    receive: (order: SellerOrder): Promise<boolean> =>
      step(order, 'Order Placed', () => sellerApi.payment.confirm({ orderId: order._id })),
    hideUndoAfter,
    hideUndoBefore,
    undo,
    /** Moves an order on from the status that the seller saw, and delivers it for the cash that the seller saw. */
    takeStep: (order: SellerOrder, status: OrderStatus, from: OrderStatus): Promise<boolean> =>
      step(order, status, () => sellerApi.order.takeStep(stepInput(order, status, from))),
  }
}
