import { channel } from 'node:diagnostics_channel'
import type { PaymentType } from '../../contract/entities.ts'
import type { RefusalCode } from '../../contract/refusals.ts'

/*
 * What happens in the shop, told to whoever counts it. While nobody listens, telling costs nothing; who tells needs
 * not know who listens.
 */

const orders = channel('talad:order-placed')
const refused = channel('talad:refused')

/** Tells of a new order, after it was committed. A repeated attempt is no new order. */
export const tellOrderPlaced = (paymentType: PaymentType): void => orders.publish(paymentType)

/** Tells that the shop said no to a request. */
export const tellRefused = (code: RefusalCode): void => refused.publish(code)

/** Hears of both until the function that it gives is called. */
export function hear(listeners: {
  orderPlaced(type: PaymentType): void
  refused(code: RefusalCode): void
}): () => void {
  const onOrder = (type: unknown) => listeners.orderPlaced(type as PaymentType)
  const onRefusal = (code: unknown) => listeners.refused(code as RefusalCode)
  orders.subscribe(onOrder)
  refused.subscribe(onRefusal)
  return () => {
    orders.unsubscribe(onOrder)
    refused.unsubscribe(onRefusal)
  }
}
