/**
 * The method and path of the shopper's calls about where and when the shop delivers, and about an order on its way.
 * Apart from those of every screen: they are loaded with the screens that make them.
 */
export const deliveryCallPaths = {
  delivery: {
    options: { method: 'GET', url: '/api/delivery/options' },
    places: { method: 'GET', url: '/api/delivery/places' },
    hold: { method: 'POST', url: '/api/delivery/hold' },
    release: { method: 'POST', url: '/api/delivery/release' },
  },
  order: {
    windows: { method: 'GET', url: '/api/order/windows' },
    moveWindow: { method: 'POST', url: '/api/order/move-window' },
    track: { method: 'GET', url: '/api/order/track' },
  },
} as const
