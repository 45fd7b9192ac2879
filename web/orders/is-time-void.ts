import type { Order } from '../../contract/entities/order.ts'

/**
 * Returns whether the promised time is void: the order came back, no other time was chosen since, and its window, if it
 * has one, had begun.
 */
export const isTimeVoid = ({ failedTry, delivery }: Pick<Order, 'failedTry' | 'delivery'>): boolean =>
  failedTry?.back === true && !failedTry.moved && !(delivery?.from && delivery.from > failedTry.at)
