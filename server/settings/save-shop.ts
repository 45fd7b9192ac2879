import type { SettingValue } from '../../contract/entities/setting-values.ts'
import type { ShopSettings } from '../../contract/entities/settings.ts'
import { hasSampleIssuer } from '../../contract/settings/shop-samples.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { isShopPhoneForThailand } from '../../contract/values/thai-phone.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { PictureStore } from '../media/store.ts'
import { currentTopic, type LiveShop } from './live-shop.ts'
import { lockIssuer, storeSetting } from './queries.ts'
import { isStored } from './store-picture.ts'

const topic = 'shop'

/** Returns the details in the form's format: an absent text is empty. */
export function shopToWire({
  name,
  nameTh,
  logo,
  contact,
  deliveryArea,
  deliveryAreaTh,
  social,
  claims,
}: SettingValue<'shop'>): ShopSettings {
  const {
    company,
    companyTh = '',
    addressLines,
    addressLinesTh,
    phone,
    email,
    hours = '',
    hoursTh = '',
    line = '',
  } = contact
  return {
    name,
    nameTh,
    logo: logo ?? null,
    company,
    companyTh,
    phone,
    email,
    hours,
    hoursTh,
    line,
    deliveryArea,
    deliveryAreaTh,
    addressLines: [...addressLines],
    addressLinesTh: [...addressLinesTh],
    latitude: contact.map.latitude,
    longitude: contact.map.longitude,
    social: [...social],
    claims,
  }
}

/**
 * Saves the shop's name, contact, logo and claims.
 *
 * Throws `invalid_form` at the field; `setting_changed` if the version isn't `seen`; `tax_sample_issuer` for the
 * sample's company or address in a shop that issues documents.
 */
export async function saveShop(
  { db, live, store, isDemo }: { db: Db; live: Pick<LiveShop, 'first'>; store: PictureStore; isDemo: boolean },
  typed: ShopSettings,
  { seen, by }: { seen: number; by: string },
): Promise<void> {
  refuseUnless(!typed.logo || (await isStored(store, typed.logo)), 'invalid_form', { fields: { logo: 'picture_gone' } })
  // A number of any length can be one of another country.
  const isCallable = live.first.country !== 'TH' || isShopPhoneForThailand(typed.phone)
  refuseUnless(isCallable, 'invalid_form', { fields: { phone: 'thai_phone' } })
  await inTransaction(db, async (tx) => {
    await lockIssuer(tx)
    const { stored, value: before } = await currentTopic(tx, topic, live)
    refuseUnless((stored?.version ?? 0) === seen, 'setting_changed')
    const value = storedShop(typed, before.contact.map.zoom)
    const { value: tax } = await currentTopic(tx, 'tax', live)
    refuseUnless(!tax.issuer || !hasSampleIssuer(value, { isDemo }), 'tax_sample_issuer')
    refuseUnless(await storeSetting(tx, { topic, value, seen, by }), 'setting_changed')
  })
}

function storedShop(typed: ShopSettings, zoom: number): SettingValue<'shop'> {
  const [companyTh, hours, hoursTh, line] = [typed.companyTh, typed.hours, typed.hoursTh, typed.line].map(normaliseText)
  return {
    name: normaliseText(typed.name),
    nameTh: normaliseText(typed.nameTh),
    ...(typed.logo && { logo: typed.logo }),
    contact: {
      company: normaliseText(typed.company),
      ...(companyTh && { companyTh }),
      addressLines: typed.addressLines.map(normaliseText),
      addressLinesTh: typed.addressLinesTh.map(normaliseText),
      phone: asciiDigits(normaliseText(typed.phone)),
      email: typed.email.trim(),
      ...(hours && { hours }),
      ...(hoursTh && { hoursTh }),
      ...(line && { line }),
      map: { latitude: typed.latitude, longitude: typed.longitude, zoom },
    },
    deliveryArea: normaliseText(typed.deliveryArea),
    deliveryAreaTh: normaliseText(typed.deliveryAreaTh),
    social: typed.social.map(({ name, url }) => ({ name: normaliseText(name), url: url.trim() })),
    claims: typed.claims,
  }
}
