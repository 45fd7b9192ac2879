/** Names of products that the cart has shown on this page, for messages after the shop has removed them. */
export const knownNames = new Map<string, string>()
