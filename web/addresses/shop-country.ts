import { getLocale } from '../messages/messages.ts'
import { shop } from '../shop.ts'

/** Returns the name of the shop's country in the page's language. */
export function shopCountry(): string {
  return new Intl.DisplayNames(getLocale(), { type: 'region' }).of(shop.country) ?? shop.country
}
