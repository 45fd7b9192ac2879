/**
 * The name of the account that demo mode creates, and how the names of its staff begin. Production recognises them by
 * it: their e-mails may differ.
 */
export const demoSellerName = 'Demo seller'
