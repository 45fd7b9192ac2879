import type { Order } from '../../contract/entities/order.ts'

/** Returns whether the promised time is void: the order came back after its window began, and no other one was chosen since. */
export const isTimeVoid = ({ failedTry, delivery }: Pick<Order, 'failedTry' | 'delivery'>): boolean =>
  failedTry?.back === true && !failedTry.moved && !(delivery?.from && delivery.from > failedTry.at)
