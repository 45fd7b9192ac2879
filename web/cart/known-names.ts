/** Names of products that the cart has shown on this page, for what is said when the shop doesn't have them any more. */
export const knownNames = new Map<string, string>()
