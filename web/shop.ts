import type { PageSettings } from '../contract/settings/page-settings.ts'
import type { Category } from '../contract/settings/shop.ts'

/*
 * The shop's settings for everything in web/. The server sets them before it renders a page and sends them with it, as
 * a block of JSON; the browser reads that block once. A module can't derive a constant from them: on the server they
 * are set after it was loaded, and again if they change.
 */

/** A category with the URLs of its picture. */
export type ShownCategory = Category & { shown?: { avif: string; webp: string } }

/** What the pages know of the shop. */
export type ShownShop = Omit<PageSettings, 'categories'> & { categories: ShownCategory[] }

/** The id of the element with the block. */
export const settingsId = 'shop'

/** The block's text. It contains no `<`, so no value ends the script element that holds it. */
export let settingsText =
  typeof document === 'undefined' ? '' : (document.getElementById(settingsId)?.textContent ?? '')

/** The shop's settings. Always their current values, as imports of a `let` are live. */
export let shop: ShownShop = settingsText ? JSON.parse(settingsText) : undefined

/** Returns whether the shop has a phone of its own, rather than the sample. */
export const hasPhone = (): boolean => !shop.hiddenSamples.includes('phone')

/**
 * Replaces the settings. The server calls this before it renders a page, settings that were just saved do, and tests.
 */
export function setShop(settings: ShownShop): void {
  settingsText = JSON.stringify(settings).replaceAll('<', '\\u003c')
  shop = settings
}
