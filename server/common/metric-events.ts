import { channel } from 'node:diagnostics_channel'
import type { RefusalCode } from '../../contract/messages/refusals.ts'
import type { PaymentType } from '../../contract/payments/payment-methods.ts'

/*
 * Events for metrics, over Node's diagnostics channels: publishing costs nothing without a subscriber, and the code
 * that publishes doesn't know of the metrics.
 */

const orders = channel('talad:order-placed')
const refusedChannel = channel('talad:refused')

/** Publishes a new order, after its transaction was committed. A repeated request isn't a new order. */
export const publishOrderPlaced = (paymentType: PaymentType): void => orders.publish(paymentType)

/** Publishes the refusal of a request. */
export const publishRefusal = (code: RefusalCode): void => refusedChannel.publish(code)

/** Subscribes to both events; returns the function that unsubscribes. */
export function subscribeToMetricEvents(listeners: {
  orderPlaced(type: PaymentType): void
  refused(code: RefusalCode): void
}): () => void {
  const onOrder = (type: unknown) => listeners.orderPlaced(type as PaymentType)
  const onRefusal = (code: unknown) => listeners.refused(code as RefusalCode)
  orders.subscribe(onOrder)
  refusedChannel.subscribe(onRefusal)
  return () => {
    orders.unsubscribe(onOrder)
    refusedChannel.unsubscribe(onRefusal)
  }
}
