/** The name of the account that demo mode creates, by which production recognises it: its e-mail may differ. */
export const demoSellerName = 'Demo seller'
