/** The method and path of each call that only the seller's area makes. */
export const sellerCallPaths = {
  seller: {
    login: { method: 'POST', url: '/api/seller/login' },
    logout: { method: 'GET', url: '/api/seller/logout' },
    sendResetOtp: { method: 'POST', url: '/api/seller/send-reset-otp' },
    verifyResetOtp: { method: 'POST', url: '/api/seller/verify-reset-otp' },
    resetPassword: { method: 'POST', url: '/api/seller/reset-password' },
    today: { method: 'GET', url: '/api/seller/today' },
    health: { method: 'GET', url: '/api/seller/health' },
  },
  product: {
    add: { method: 'POST', url: '/api/product/add' },
    stock: { method: 'POST', url: '/api/product/stock' },
    seller: { method: 'GET', url: '/api/product/seller' },
    edit: { method: 'POST', url: '/api/product/edit' },
    count: { method: 'POST', url: '/api/product/count' },
    price: { method: 'POST', url: '/api/product/price' },
    archive: { method: 'POST', url: '/api/product/archive' },
  },
  order: {
    seller: { method: 'GET', url: '/api/order/seller' },
    waiting: { method: 'GET', url: '/api/order/waiting' },
    undeliver: { method: 'POST', url: '/api/order/undeliver' },
    move: { method: 'POST', url: '/api/order/move' },
    refund: { method: 'POST', url: '/api/order/refund' },
    giveBack: { method: 'POST', url: '/api/order/give-back' },
    collect: { method: 'POST', url: '/api/order/collect' },
    counterInvoice: { method: 'POST', url: '/api/order/counter-invoice' },
  },
  payment: {
    slips: { method: 'GET', url: '/api/payment/slips' },
    confirm: { method: 'POST', url: '/api/payment/confirm' },
    reject: { method: 'POST', url: '/api/payment/reject' },
    receivedAgain: { method: 'POST', url: '/api/payment/received-again' },
  },
  search: {
    synonyms: { method: 'GET', url: '/api/search/synonyms' },
    addSynonym: { method: 'POST', url: '/api/search/add-synonym' },
    removeSynonym: { method: 'POST', url: '/api/search/remove-synonym' },
    notFound: { method: 'GET', url: '/api/search/not-found' },
    dismiss: { method: 'POST', url: '/api/search/dismiss' },
  },
  report: {
    sales: { method: 'GET', url: '/api/report/sales' },
  },
  promotion: {
    list: { method: 'GET', url: '/api/promotion/list' },
    save: { method: 'POST', url: '/api/promotion/save' },
    archive: { method: 'POST', url: '/api/promotion/archive' },
  },
  settings: {
    promptPay: { method: 'GET', url: '/api/settings/promptpay' },
    savePromptPay: { method: 'POST', url: '/api/settings/promptpay' },
  },
} as const
