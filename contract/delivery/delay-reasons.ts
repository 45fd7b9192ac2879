/**
 * Why an order comes later than promised: many orders are before it, it waits for the next shift, no rider is free, or
 * picking or the ride takes longer.
 */
export const delayReasons = ['queue', 'shift', 'rider', 'picking', 'ride'] as const
export type DelayReason = (typeof delayReasons)[number]
