import { provinceNamed } from '../../contract/delivery/thai-provinces.ts'
import { parseSetting, type SettingValue, settingValues } from '../../contract/entities/setting-values.ts'
import { chargedTax } from '../../contract/pricing/tax-settings.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Db } from '../database/database.ts'
import { findSetting, type StoredSetting, type StoredTopic, storedTopics } from './queries.ts'

/**
 * The topics whose saved values replace fields of shop.config.ts. A topic that was never saved keeps the file's values,
 * and a field that the owner left empty is absent.
 */
const shopTopics = ['categories', 'shop', 'tax'] as const
type ShopTopic = (typeof shopTopics)[number]

const emptied = Object.fromEntries(
  shopTopics.flatMap((topic) => Object.keys(settingValues[topic].shape)).map((field) => [field, undefined]),
)

/** The settings of a shop that is open. */
export type LiveShop = {
  /**
   * The settings as they are now. It stays the same object, and its fields are replaced when an owner saves others:
   * read a field when it is needed, once for each operation, and keep none of it.
   */
  shop: ShopConfig
  /** The values of shop.config.ts, which a topic has until it is saved. */
  first: ShopConfig
  /** Reads the saved values. Returns whether they differ from the known ones. */
  refresh(): Promise<boolean>
}

/** Makes a shop's settings. They are those of shop.config.ts until `refresh` has read what its owner saved. */
export function liveShop(db: Db, first: ShopConfig): LiveShop {
  const shop = { ...first, tax: chargedTax(first) }
  let knownVersions = versionsOf([])
  /** Reads of one process run after each other, so that an older result never replaces a newer one. */
  let lastRead: Promise<unknown> = Promise.resolve()

  async function read(): Promise<boolean> {
    const stored = await storedTopics(db, shopTopics)
    const versions = versionsOf(stored)
    if (versions === knownVersions) return false
    const savedOf = <Topic extends ShopTopic>(topic: Topic) =>
      parseSetting(topic, stored.find((each) => each.topic === topic)?.value ?? first)
    const saved: Partial<ShopConfig> = { ...savedOf('categories'), ...savedOf('shop'), ...savedOf('tax') }
    Object.assign(shop, emptied, saved)
    shop.tax = chargedTax(shop)
    shop.deliveryProvinces = provincesOf(shop, first)
    knownVersions = versions
    return true
  }

  return {
    shop,
    first,
    refresh() {
      const reading = lastRead.then(read)
      lastRead = reading.catch(() => {})
      return reading
    },
  }
}

/**
 * Returns the provinces to which the shop delivers: those of shop.config.ts, as long as its owner has saved no other
 * words for the area. Of other words only the name of a province tells.
 */
function provincesOf({ deliveryArea, deliveryAreaTh }: ShopConfig, first: ShopConfig): string[] {
  if (deliveryArea === first.deliveryArea && deliveryAreaTh === first.deliveryAreaTh) return first.deliveryProvinces
  const province = provinceNamed(deliveryArea) ?? provinceNamed(deliveryAreaTh)
  return province ? [province.en] : []
}

/** Returns a topic's value as it is stored, or as in shop.config.ts, with its version. */
export async function currentTopic<Topic extends ShopTopic>(
  db: Db,
  topic: Topic,
  { first }: Pick<LiveShop, 'first'>,
): Promise<{ stored: StoredSetting<SettingValue<Topic>> | undefined; value: SettingValue<Topic> }> {
  const stored = await findSetting(db, topic)
  return { stored, value: stored?.value ?? parseSetting(topic, first) }
}

const versionsOf = (stored: readonly StoredTopic[]) =>
  JSON.stringify(stored.map(({ topic, version }) => [topic, version]))
