import type { ComponentProps } from 'react'
import { NavLink, useLocation } from 'react-router'
import { canTakePromptPay } from '../../../contract/payments/payment-methods.ts'
import { mayCall } from '../../../contract/staff/staff-roles.ts'
import { cappedCount } from '../../../contract/values/capped-count.ts'
import { useSession } from '../../client/session.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Banknote, Bike, Clock, type Icon, MapPin, Package, ReceiptText, Search, UserRound } from '../../ui/icons.tsx'
import { Menu, MenuLink } from '../../ui/menu.tsx'
import {
  Bell,
  ChartColumn,
  ChartLine,
  ClipboardList,
  Ellipsis,
  SlidersHorizontal,
  SquarePlus,
  Tag,
} from '../../ui/seller-icons.tsx'
import { type ScreenPath, screenRights } from '../client/role.ts'
import { slipsMessage, useOpenMoney, useWaitingOrders, useWaitingSlips } from './order-watch.ts'

type AreaScreen = {
  to: ScreenPath
  icon: Icon
  label: string
  /** A name that fits a phone's bar; the label if it is absent. */
  short?: string
  /** On a phone it is in the menu "More". The bar has room for five others. */
  inMore?: boolean
  /** The number of what waits there, and its name. Screens under "More" have none. */
  count?: number
  countLabel?: (input: { count: number }) => string
}

/** Returns the screens that the seller's role may open, in the order of the navigation. */
function useScreens(): AreaScreen[] {
  const waiting = useWaitingOrders()
  const slips = useWaitingSlips()
  const { toPayOut } = useOpenMoney()
  const hasPromptPay = canTakePromptPay(shop)
  const { role } = useSession()
  const screens: AreaScreen[] = [
    { to: '/seller', icon: SquarePlus, label: m.seller_add_title(), short: m.seller_add_short() },
    { to: '/seller/product-list', icon: Package, label: m.seller_list_link(), short: m.seller_list_short() },
    {
      to: '/seller/orders',
      icon: ClipboardList,
      label: m.seller_orders_link(),
      count: waiting,
      countLabel: m.seller_orders_waiting,
    },
    ...(hasPromptPay
      ? [
          {
            to: '/seller/slips' as const,
            icon: ReceiptText,
            label: m.slips_link(),
            count: slips,
            countLabel: slipsMessage,
          },
        ]
      : []),
    {
      to: '/seller/money',
      icon: Banknote,
      label: m.seller_money_link(),
      count: toPayOut,
      countLabel: m.seller_money_waiting,
    },
    { to: '/seller/windows', icon: Clock, label: m.windows_board_link(), inMore: true },
    { to: '/seller/trip', icon: MapPin, label: m.trip_link(), inMore: role !== 'rider' },
    { to: '/seller/today', icon: ChartColumn, label: m.seller_today_link(), inMore: hasPromptPay },
    { to: '/seller/reports', icon: ChartLine, label: m.reports_link(), inMore: true },
    { to: '/seller/search', icon: Search, label: m.searchWords_link(), inMore: true },
    { to: '/seller/promotions', icon: Tag, label: m.promotions_link(), inMore: true },
    { to: '/seller/delivery', icon: Bike, label: m.zones_link(), inMore: true },
    { to: '/seller/settings', icon: SlidersHorizontal, label: m.settings_link(), inMore: true },
    { to: '/seller/notices', icon: Bell, label: m.notices_link(), inMore: true },
    {
      to: '/seller/staff',
      icon: UserRound,
      label: role === 'owner' ? m.staff_link() : m.staff_account_link(),
      inMore: true,
    },
  ]
  return screens.filter(({ to }) => role && mayCall(role, screenRights[to]))
}

/** The navigation: beside the screens, and on a phone at the bottom. */
export function AreaNavigation() {
  const screens = useScreens()
  // What a phone's bar has room for needs no menu.
  const more = screens.length > 5 ? screens.filter(({ inMore }) => inMore) : []
  return (
    <nav
      aria-label={m.seller_navigation()}
      className="min-w-0 max-md:tall:fixed max-md:order-last max-md:inset-x-0 max-md:bottom-0 max-md:z-40 max-md:border-line max-md:border-t max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)] md:sticky md:top-16 md:h-[calc(100dvh-4rem)] md:overflow-y-auto md:px-2 md:py-8 lg:px-4 print:hidden"
    >
      <ul className="max-md:grid max-md:h-(--bottom-bar-height) max-md:min-h-13 max-md:auto-cols-[minmax(0,1fr)] max-md:grid-flow-col md:grid md:gap-1">
        {screens.map(({ to, inMore, ...screen }) => (
          <li key={to} className={`grid min-w-0 ${inMore && more.length > 0 ? 'max-md:hidden' : ''}`}>
            <NavLink to={to} end className={entryClasses}>
              <Entry {...screen} />
            </NavLink>
          </li>
        ))}
        {more.length > 0 && (
          <li className="min-w-0 md:hidden">
            <More screens={more} />
          </li>
        )}
      </ul>
    </nav>
  )
}

/** The menu of the screens for which a phone's bar has no room. */
function More({ screens }: { screens: readonly AreaScreen[] }) {
  const { pathname } = useLocation()
  const isHere = screens.some(({ to }) => pathname === to)
  return (
    <Menu trigger={<MoreButton aria-current={isHere ? 'page' : undefined} />}>
      {screens.map(({ to, icon: Icon, label }) => (
        <MenuLink key={to} to={to}>
          <Icon className="size-5 shrink-0" aria-hidden />
          {label}
        </MenuLink>
      ))}
    </Menu>
  )
}

function MoreButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" {...props} className={`${entryClasses} size-full`}>
      <Entry icon={Ellipsis} label={m.seller_more_link()} />
    </button>
  )
}

const entryClasses =
  'group relative cursor-pointer text-muted aria-[current=page]:font-semibold aria-[current=page]:text-leaf-deep max-md:grid max-md:min-w-0 max-md:content-center max-md:justify-items-center max-md:gap-0.5 max-md:px-1 max-md:text-xs max-md:leading-tight max-md:focus-visible:-outline-offset-2 md:flex md:min-h-11 md:items-center md:gap-3 md:rounded-full md:px-3 lg:px-4 md:hover:bg-sunken md:hover:text-ink md:aria-[current=page]:bg-leaf-soft'

function Entry({ icon: Icon, label, short, count = 0, countLabel }: Omit<AreaScreen, 'to' | 'inMore'>) {
  return (
    <>
      <span className="grid place-items-center rounded-full transition-colors max-md:h-7 max-md:w-full max-md:max-w-14 max-md:group-aria-[current=page]:bg-leaf-soft">
        <Icon className="size-5.5 shrink-0" aria-hidden />
      </span>
      {short && (
        <span aria-hidden className="max-w-full truncate max-[16rem]:hidden md:hidden">
          {short}
        </span>
      )}
      <span className={`max-w-full truncate ${short ? 'max-md:sr-only' : 'max-[16rem]:sr-only'}`}>{label}</span>
      {count > 0 && (
        <span className="figures min-w-5 rounded-full bg-mango px-1.5 text-center font-semibold text-on-mango text-xs leading-5 max-md:absolute max-md:start-[calc(50%+0.5rem)] max-md:top-1 md:ms-auto">
          <span aria-hidden>{cappedCount(count)}</span>
          <span className="sr-only">{countLabel?.({ count })}</span>
        </span>
      )}
    </>
  )
}
