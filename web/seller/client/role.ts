import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import { mayCall, mayTakeStepTo, type Right, type Role } from '../../../contract/staff/staff-roles.ts'
import { sessionNow, useSession } from '../../client/session.ts'

/** Returns whether the signed-in seller's role may make a call. The server decides; this hides what it would refuse. */
export function useMay(right: Right): boolean {
  const { role } = useSession()
  return role !== undefined && mayCall(role, right)
}

/** Like `useMay`, outside of components. */
export function mayNow(right: Right): boolean {
  const { role } = sessionNow()
  return role !== undefined && mayCall(role, right)
}

/** Returns a function that returns whether the signed-in seller's role may move orders to a status. */
export function useMayTakeStepTo(): (status: OrderStatus) => boolean {
  const { role } = useSession()
  return (status) => role !== undefined && mayTakeStepTo(role, status)
}

/** The seller's screens, each with a call without which it would show nothing. */
export const screenRights = {
  '/seller': 'product.add',
  '/seller/product-list': 'product.seller',
  '/seller/products': 'product.edit',
  '/seller/orders': 'order.seller',
  '/seller/slips': 'payment.slips',
  '/seller/money': 'order.collect',
  '/seller/windows': 'delivery.board',
  '/seller/trip': 'rider.trip',
  '/seller/today': 'seller.today',
  '/seller/reports': 'report.sales',
  '/seller/search': 'search.synonyms',
  '/seller/promotions': 'promotion.list',
  '/seller/delivery': 'delivery.zones',
  '/seller/settings': 'settings.categories',
  '/seller/notices': 'notice.saveDevice',
  '/seller/staff': 'staff.sessions',
} as const satisfies Record<string, Right>
export type ScreenPath = keyof typeof screenRights

/** Returns whether a role may open the screen at a path, which may end in an id. */
export function mayOpen(role: Role, pathname: string): boolean {
  const path = Object.hasOwn(screenRights, pathname) ? pathname : pathname.slice(0, pathname.lastIndexOf('/'))
  return Object.hasOwn(screenRights, path) && mayCall(role, screenRights[path as ScreenPath])
}

/** Returns the screen with which a role's work begins. */
export function startOf(role: Role): ScreenPath {
  return (['/seller', '/seller/orders', '/seller/trip'] as const).find((path) => mayOpen(role, path)) ?? '/seller/staff'
}
