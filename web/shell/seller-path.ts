/**
 * Returns whether a path is one of the seller's area, which has a frame of its own. A path that only has the word in it
 * isn't: `/products/best-sellers` is a category of the shop.
 */
export const isSellerPath = (pathname: string): boolean => pathname === '/seller' || pathname.startsWith('/seller/')
