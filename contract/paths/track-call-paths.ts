/** The method and path of the call about an order on its way: My orders loads it with such an order. */
export const trackCallPaths = {
  order: {
    track: { method: 'GET', url: '/api/order/track' },
  },
} as const
