/**
 * The method and path of each call, but for those of the seller's area, which are in seller-call-paths.ts and load with
 * it. Apart from the schemas, so that the browser loads no validator: a screen needs only these, and types cost
 * nothing.
 */
export const callPaths = {
  shop: {
    facts: { method: 'GET', url: '/api/shop' },
  },
  seller: {
    isAuth: { method: 'GET', url: '/api/seller/is-auth' },
  },
  user: {
    isAuth: { method: 'GET', url: '/api/user/is-auth' },
    register: { method: 'POST', url: '/api/user/register' },
    login: { method: 'POST', url: '/api/user/login' },
    logout: { method: 'POST', url: '/api/user/logout' },
    sendVerifyOtp: { method: 'POST', url: '/api/user/send-verify-otp' },
    verifyAccount: { method: 'POST', url: '/api/user/verify-account' },
    sendResetOtp: { method: 'POST', url: '/api/user/send-reset-otp' },
    verifyResetOtp: { method: 'POST', url: '/api/user/verify-reset-otp' },
    resetPassword: { method: 'POST', url: '/api/user/reset-password' },
  },
  product: {
    list: { method: 'GET', url: '/api/product/list' },
    get: { method: 'GET', url: '/api/product/get' },
    byIds: { method: 'GET', url: '/api/product/by-ids' },
    suggest: { method: 'GET', url: '/api/product/suggest' },
  },
  cart: {
    update: { method: 'POST', url: '/api/cart/update' },
  },
  promotion: {
    check: { method: 'POST', url: '/api/promotion/check' },
  },
  address: {
    get: { method: 'GET', url: '/api/address/get' },
    add: { method: 'POST', url: '/api/address/add' },
    edit: { method: 'POST', url: '/api/address/edit' },
    delete: { method: 'POST', url: '/api/address/delete' },
    default: { method: 'POST', url: '/api/address/default' },
  },
  order: {
    cod: { method: 'POST', url: '/api/order/cod' },
    stripe: { method: 'POST', url: '/api/order/stripe' },
    user: { method: 'GET', url: '/api/order/user' },
    pay: { method: 'POST', url: '/api/order/pay' },
    get: { method: 'GET', url: '/api/order/get' },
    byKey: { method: 'GET', url: '/api/order/by-key' },
    cancel: { method: 'POST', url: '/api/order/cancel' },
    invoice: { method: 'POST', url: '/api/order/invoice' },
    promptPay: { method: 'POST', url: '/api/order/promptpay' },
  },
  payment: {
    promptPay: { method: 'GET', url: '/api/payment/promptpay' },
    slip: { method: 'POST', url: '/api/payment/slip' },
  },
} as const

/**
 * Streams of server-sent events: an `orders` event when orders of the shopper, or of the shop, are new or changed.
 * The changes are read with the calls above.
 */
export const streams = {
  shopper: '/api/order/events',
  seller: '/api/order/seller-events',
} as const

/** The webhook endpoint for the payment gateway's signed events. */
export const webhookPath = '/api/payment/webhook'

/** The path of the pictures of slips, for sellers only. */
export const slipPicturePath = '/api/payment/slip-picture'

/** Returns the URL of a slip's picture. */
export const slipPictureUrl = (slip: string) => `${slipPicturePath}?id=${slip}`
