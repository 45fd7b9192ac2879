/**
 * Why an order comes later than was promised: many orders are before it, nobody is on shift, no rider is free, or
 * picking or the ride takes longer.
 */
export const delayReasons = ['queue', 'shift', 'rider', 'picking', 'ride'] as const
export type DelayReason = (typeof delayReasons)[number]
