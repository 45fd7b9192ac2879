/**
 * Hours after its placing until which an order without a promised time is to be delivered. Migration 0128 has the same
 * number in the index of orders by when they are due, which isn't used with another one.
 */
export const hoursUntilDue = 1
