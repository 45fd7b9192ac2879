/** How a shopper can choose to pay. */
export const paymentTypes = ['COD', 'PromptPay', 'Online'] as const
export type PaymentType = (typeof paymentTypes)[number]

/** The methods by which money is received for an order and paid out, in the order of reports. */
export const paymentMethods = ['cash', 'promptpay', 'card', 'transfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The methods of money that a seller collects or pays out by hand. */
export const manualMethods = ['cash', 'transfer'] as const satisfies readonly PaymentMethod[]
export type ManualMethod = (typeof manualMethods)[number]

/**
 * Returns whether a shop can be paid by PromptPay, which is in baht only. Whether its owner offers that is a setting.
 */
export const canTakePromptPay = ({ currency }: { currency: { code: string } }): boolean => currency.code === 'THB'
