/**
 * The method and path of each shopper's call of delivery windows. Apart from those of every screen: only the cart and
 * My orders load them, in a shop with windows.
 */
export const windowCallPaths = {
  delivery: {
    hold: { method: 'POST', url: '/api/delivery/hold' },
    release: { method: 'POST', url: '/api/delivery/release' },
  },
  order: {
    windows: { method: 'GET', url: '/api/order/windows' },
    moveWindow: { method: 'POST', url: '/api/order/move-window' },
  },
} as const
