/*
 * The order that is waiting to be paid, for who comes back from the payment page and proceeds again: a second order
 * would take the stock once more. Kept for the tab, as coming back may load the page anew.
 */

const key = 'talad.order-to-pay'

/** `content` is what makes two orders the same, the sum included. */
export function rememberOrderToPay(content: string, orderId: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ content, orderId }))
  } catch {
    // Storage is full or forbidden: proceeding again makes another order.
  }
}

/** The order with this content that was last sent to its payment page. Whether it can still be paid the shop knows. */
export function orderToPay(content: string): string | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { content: of, orderId } = kept as Record<string, unknown>
    return of === content && typeof orderId === 'string' ? orderId : undefined
  } catch {
    return undefined
  }
}
