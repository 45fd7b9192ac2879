/** The method and path of the calls about where the shop delivers: loaded with the screens that make them. */
export const deliveryCallPaths = {
  delivery: {
    options: { method: 'GET', url: '/api/delivery/options' },
    places: { method: 'GET', url: '/api/delivery/places' },
  },
} as const
