import { shop } from '../shop.ts'
import { getLocale } from './messages.ts'

/** Returns the name of the shop's country in the page's language. */
export function shopCountry(): string {
  return new Intl.DisplayNames(getLocale(), { type: 'region' }).of(shop.country) ?? shop.country
}
