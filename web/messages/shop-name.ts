import { shop } from '../shop.ts'
import { getLocale } from './messages.ts'

/** Returns the shop's name in the page's language. */
export const shopName = (): string => (getLocale() === 'th' ? shop.nameTh : shop.name)
