/**
 * Paths that calls had before, and have now: pages that were opened before an update of the shop still send them, such
 * as a rider's phone that was offline. Version 0.2 can drop them, except for the webhook's.
 */
export const earlierPaths: ReadonlyMap<string, string> = new Map([
  ['/api/order/undeliver', '/api/order/undo-step'],
  ['/api/order/move', '/api/order/take-step'],
  ['/api/rider/not-home', '/api/rider/failed-attempt'],
  ['/api/rider/failed-try', '/api/rider/failed-attempt'],
  ['/api/order/attempt', '/api/order/by-key'],
  ['/api/rider/round', '/api/rider/trip'],
  // Owners have entered this one at Stripe, so it stays.
  ['/api/payment/notice', '/api/payment/webhook'],
])

/** Returns the URL of a request with the path that its call has now. */
export function currentUrlOf({ url = '' }: { url?: string }): string {
  const [path = ''] = url.split('?', 1)
  return (earlierPaths.get(path) ?? path) + url.slice(path.length)
}
