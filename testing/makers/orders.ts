import { nextStatus, type OrderStatus, openStatuses } from '../../contract/orders/order-status.ts'

/** A seller's client. */
type Client = { post: (url: string, body: object) => Promise<{ json: { success: boolean; message: string } }> }

/** The statuses of an order from its placing to its delivery. */
export const stepsToDelivery: readonly OrderStatus[] = [...openStatuses, 'Delivered']

/** Moves a new order for a seller, step by step, to a status. Throws if the shop refuses a step. */
export async function stepTo(seller: Client, id: string, status: OrderStatus): Promise<void> {
  for (const from of stepsToDelivery.slice(0, stepsToDelivery.indexOf(status))) {
    const { json } = await seller.post('/api/order/take-step', { id, from, status: nextStatus(from) })
    if (!json.success) throw new Error(`order ${id} can’t be moved from ${from}: ${json.message}`)
  }
}

/** Moves a new order for a seller, step by step, until it is delivered. */
export const deliver = (seller: Client, id: string): Promise<void> => stepTo(seller, id, 'Delivered')
