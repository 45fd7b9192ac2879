import { setShop, settingsId } from '../shop.ts'

/**
 * Reads the shop's current page settings, so that this tab has the owner's changes since it was loaded. Without a
 * connection it gets them when the page is loaded next.
 */
export async function reloadShop(): Promise<void> {
  const response = await fetch('/loader').catch(() => undefined)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const text = page.getElementById(settingsId)?.textContent
  if (text) setShop(JSON.parse(text))
}
