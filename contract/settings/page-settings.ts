import type { OpenDays } from '../delivery/opening-hours.ts'
import { mayClaimTaxes, type ShopConfig } from './shop.ts'
import { type SampleField, sampleFields } from './shop-samples.ts'

/** The settings that the pages show. Every visitor can read them. */
const shownFields = [
  'name',
  'nameTh',
  'logo',
  'contact',
  'deliveryArea',
  'deliveryAreaTh',
  'country',
  'deliveryProvinces',
  'social',
  'claims',
  'currency',
  'tax',
  'struckPrices',
  'issuer',
  'timeZone',
  'categories',
] as const satisfies (keyof ShopConfig)[]

/** The settings that the server sends with each page. */
export type PageSettings = Pick<ShopConfig, (typeof shownFields)[number]> & {
  /** Contact fields that aren't shown, because they are still samples and the shop is no demo. */
  hiddenSamples: SampleField[]
  /** Whether a price may be called inclusive of all taxes. */
  claimsTaxes: boolean
  /** The shop has delivery zones: the screens ask where to deliver. */
  hasZones?: true
  /** The shop has delivery windows: shoppers choose one in the cart. */
  hasWindows?: true
  /** The shop delivers as soon as possible, while it can promise that in time. */
  hasAsap?: true
  /** The opening hours, if the owner has set them; empty if it never opens. */
  openDays?: OpenDays[]
}

/** The kinds of delivery settings that a shop has. */
export type DeliverySettings = { hasZones: boolean; hasWindows: boolean; hasAsap: boolean; openDays?: OpenDays[] }

/** Returns the settings for the pages of a shop, or of a demo: an allow list of fields. */
export function pageSettingsOf(
  shop: ShopConfig,
  isDemo: boolean,
  { hasZones, hasWindows, hasAsap, openDays }: DeliverySettings = {
    hasZones: false,
    hasWindows: false,
    hasAsap: false,
  },
): PageSettings {
  const shown = Object.fromEntries(shownFields.map((name) => [name, shop[name]])) as unknown as PageSettings
  return {
    ...shown,
    hiddenSamples: isDemo ? [] : sampleFields(shop),
    claimsTaxes: mayClaimTaxes(shop, isDemo),
    ...(hasZones ? { hasZones } : {}),
    ...(hasWindows ? { hasWindows } : {}),
    ...(hasAsap ? { hasAsap } : {}),
    ...(openDays ? { openDays } : {}),
  }
}
