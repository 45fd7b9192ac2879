import type { ComponentProps } from 'react'
import file from './icons.svg?url'

/*
 * The icons, from Lucide. Their drawings are in one file (icons.svg), which a browser loads once; pages only refer to
 * them. To add one, copy its lines from lucide.dev into a symbol there. Name it in the file that shows it, in
 * seller-icons.tsx if only sellers see it, or here if several screens do: every page loads this file.
 */

/** Returns the component of an icon in icons.svg. */
export const icon = (name: string) => (props: ComponentProps<'svg'>) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    {...props}
  >
    <use href={`${file}#${name}`} />
  </svg>
)

export type Icon = ReturnType<typeof icon>

export const ArrowLeft = icon('arrow-left')
export const ArrowRight = icon('arrow-right')
export const Banknote = icon('banknote')
export const Bike = icon('bike')
export const Check = icon('check')
export const ChevronDown = icon('chevron-down')
export const ChevronRight = icon('chevron-right')
export const CircleAlert = icon('circle-exclamation-point')
export const CircleCheck = icon('circle-check')
export const Clock = icon('clock')
export const ExternalLink = icon('external-link')
export const Eye = icon('eye')
export const EyeOff = icon('eye-off')
export const Hourglass = icon('hourglass')
export const House = icon('house')
export const Info = icon('info')
export const LayoutGrid = icon('layout-grid')
export const LogOut = icon('log-out')
export const MapPin = icon('map-pin')
export const Menu = icon('menu')
export const Minus = icon('minus')
export const Package = icon('package')
export const Pencil = icon('pencil')
export const Phone = icon('phone')
export const Plus = icon('plus')
export const Printer = icon('printer')
export const ReceiptText = icon('receipt-text')
export const RotateCcw = icon('rotate-ccw')
export const Search = icon('search')
export const ShoppingBasket = icon('shopping-basket')
export const Star = icon('star')
export const Trash2 = icon('trash')
export const TriangleAlert = icon('triangle-exclamation-point')
export const UserRound = icon('user-round')
export const WifiOff = icon('wifi-off')
export const X = icon('x')
