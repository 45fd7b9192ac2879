/** Returns the path of the screen where an order is paid by PromptPay. */
export const promptPayPath = (orderId: string) => `/promptpay?${new URLSearchParams({ order: orderId })}`
