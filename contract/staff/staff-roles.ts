import type { OrderStatus } from '../orders/order-status.ts'
import type { Texts } from '../values/fill-text.ts'

/** The roles of the shop's staff. The first account is an owner's. */
export const roles = ['owner', 'manager', 'picker', 'rider'] as const
export type Role = (typeof roles)[number]

/** The roles' names for people. */
export const roleNames: Record<Role, Texts> = {
  owner: { en: 'Owner', th: 'เจ้าของร้าน' },
  manager: { en: 'Manager', th: 'ผู้จัดการ' },
  picker: { en: 'Picker', th: 'พนักงานจัดสินค้า' },
  rider: { en: 'Rider', th: 'พนักงานส่งของ' },
}

const owners: readonly Role[] = ['owner']
const managers: readonly Role[] = ['owner', 'manager']
const pickers: readonly Role[] = ['owner', 'manager', 'picker']
const riders: readonly Role[] = ['owner', 'manager', 'rider']
const everyone: readonly Role[] = roles

/**
 * The roles that may make each of the staff's calls, by the call's name in contract/calls.ts. The server refuses a call
 * without a row. The last rows are routes that aren't calls.
 */
export const rights = {
  'seller.today': managers,
  'seller.health': managers,
  'report.sales': managers,
  'product.add': managers,
  'product.stock': pickers,
  'product.seller': pickers,
  'product.edit': managers,
  'product.count': pickers,
  'product.price': managers,
  'product.archive': managers,
  'product.usualTaxClasses': managers,
  'order.seller': pickers,
  'order.waiting': pickers,
  'order.takeStep': pickers,
  'order.undoStep': pickers,
  'order.packed': pickers,
  'order.refund': managers,
  'order.recordPayout': managers,
  'order.collect': managers,
  'order.counterInvoice': managers,
  'order.correctAddress': managers,
  'order.windowsAsSeller': managers,
  'order.moveWindowAsSeller': managers,
  'payment.slips': managers,
  'payment.confirm': managers,
  'payment.receivedAgain': managers,
  'payment.reject': managers,
  'search.synonyms': managers,
  'search.addSynonym': managers,
  'search.removeSynonym': managers,
  'search.notFound': managers,
  'search.dismiss': managers,
  'promotion.list': managers,
  'promotion.save': managers,
  'promotion.archive': managers,
  'delivery.zones': managers,
  'delivery.zone': managers,
  'delivery.saveZone': managers,
  'delivery.removeZone': managers,
  'delivery.reorderZones': managers,
  'delivery.hours': managers,
  'delivery.saveHours': managers,
  'delivery.asap': managers,
  'delivery.saveAsap': managers,
  'delivery.unconfirmed': managers,
  'delivery.saveUnconfirmed': managers,
  'delivery.templates': managers,
  'delivery.saveTemplate': managers,
  'delivery.removeTemplate': managers,
  'delivery.promises': managers,
  'delivery.board': pickers,
  'settings.promptPay': owners,
  'settings.savePromptPay': owners,
  'settings.categories': owners,
  'settings.saveCategories': owners,
  'settings.picture': owners,
  'settings.shop': owners,
  'settings.saveShop': owners,
  'settings.tax': owners,
  'settings.saveTax': owners,
  'rider.trip': riders,
  'rider.take': riders,
  'rider.returnToShop': riders,
  'rider.delivered': riders,
  'rider.photo': riders,
  'rider.failedAttempt': riders,
  'rider.cash': managers,
  'rider.countIn': managers,
  'rider.takeBackCount': managers,
  'rider.backInShop': managers,
  'staff.list': owners,
  'staff.invite': owners,
  'staff.withdraw': owners,
  'staff.changeRole': owners,
  'staff.remove': owners,
  'staff.audit': owners,
  'staff.settings': owners,
  'staff.saveSettings': owners,
  'staff.sessions': everyone,
  'staff.endSession': everyone,
  'staff.resetFactors': owners,
  'staff.factorRoles': owners,
  'staff.saveFactorRoles': owners,
  'staff.factors': everyone,
  'staff.confirmPassword': everyone,
  'staff.beginApp': everyone,
  'staff.finishApp': everyone,
  'staff.removeApp': everyone,
  'staff.beginPasskey': everyone,
  'staff.addPasskey': everyone,
  'staff.removePasskey': everyone,
  'staff.recoveryCodes': everyone,
  'notice.devices': everyone,
  'notice.saveDevice': pickers,
  'notice.removeDevice': pickers,
  'notice.tryDevice': pickers,
  'notice.line': owners,
  'notice.saveLine': owners,
  'notice.removeLine': owners,
  'notice.tryLine': owners,
  'stream.orders': everyone,
  'document.ofOrder': pickers,
  'document.report': managers,
  'delivery.photo': pickers,
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

/** The only calls for a member of the staff who has to set up a second factor first. */
const setUpCalls: readonly string[] = [
  'staff.factors',
  'staff.confirmPassword',
  'staff.beginApp',
  'staff.finishApp',
  'staff.beginPasskey',
  'staff.addPasskey',
] satisfies Right[]

/** Returns whether a call sets up a second factor: allowed for staff who need one and have none yet. */
export const maySetUp = (name: string): boolean => setUpCalls.includes(name)

/** Returns whether a role may make a call; false for a call that isn't in the table. */
export function mayCall(role: Role, name: string): boolean {
  return Object.hasOwn(rights, name) && (rights[name as Right] as readonly Role[]).includes(role)
}

/** The statuses to which pickers may move orders: none that moves money, as delivering and cancelling do. */
const pickersSteps: readonly OrderStatus[] = ['Confirmed', 'Packing', 'Out for delivery']

/** Returns whether a role may move orders to a status. */
export function mayTakeStepTo(role: Role, status: OrderStatus): boolean {
  return managers.includes(role) || (role === 'picker' && pickersSteps.includes(status))
}
