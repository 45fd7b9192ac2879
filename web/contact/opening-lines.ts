import type { PageSettings } from '../../contract/settings/page-settings.ts'
import { getLocale } from '../messages/messages.ts'
import { openDaysText } from '../messages/open-days.ts'

/**
 * Returns the lines that say when the shop is open: the opening hours by which it delivers, as they are now; in a shop without
 * them, the words that the owner wrote, if there are any.
 */
export function openingLines({
  contact: { hours, hoursTh },
  openDays,
}: Pick<PageSettings, 'contact' | 'openDays'>): string[] {
  if (openDays && openDays.length > 0) return openDays.map(openDaysText)
  const words = getLocale() === 'th' ? (hoursTh ?? hours) : hours
  return words ? [words] : []
}
