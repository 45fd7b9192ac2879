import type { OrderStatus } from '../../../contract/order-status.ts'

/** Milliseconds for which a card ignores presses after another person changed its order. */
export const frozenFor = 1000
/** Milliseconds after a step in which a second tap is ignored: it meant the button that was there before. */
export const secondTapWithin = 700

type Press = {
  /** The status shown when the press began; undefined if only its end was reported, as by a screen reader. */
  begunAt: OrderStatus | undefined
  /** The status shown when it ends. */
  status: OrderStatus
  /** Whether another person has just changed the order. */
  frozen: boolean
}

/**
 * Returns the status from which a press steps: the one shown when the press began. Undefined if the button has changed
 * since, or had changed just before: then nothing is sent, and the seller sees the order's current status.
 */
export function stepFrom({ begunAt = undefined, status, frozen }: Press): OrderStatus | undefined {
  if (frozen) return undefined
  return begunAt === undefined || begunAt === status ? status : undefined
}
