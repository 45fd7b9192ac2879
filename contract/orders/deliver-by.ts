/**
 * Hours after its placing within which an order without a promised time is to be delivered. Migration 0128 has the same
 * number in the index of orders by when they are to be delivered, which isn't used with another one.
 */
export const deliverWithinHours = 1
