import type { OrderStatus } from '../../../contract/order-status.ts'

/** Milliseconds for which a card takes no press after its order was changed by somebody else. */
export const frozenFor = 1000

type Press = {
  /** The status that was shown when the press began; undefined when only its end was told, as by a screen reader. */
  begunAt: OrderStatus | undefined
  /** The status that is shown when it ends. */
  status: OrderStatus
  /** The order has just been changed by somebody else. */
  frozen: boolean
}

/**
 * What a press on a step's button asks for: a step from the status that was shown when the finger went down. Undefined
 * when the button has meanwhile come to mean another step, or had come to it too shortly before: then nothing may
 * happen, and the seller is told what the order is now.
 */
export function stepFrom({ begunAt = undefined, status, frozen }: Press): OrderStatus | undefined {
  if (frozen) return undefined
  return begunAt === undefined || begunAt === status ? status : undefined
}
