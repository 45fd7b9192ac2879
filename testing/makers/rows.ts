import type { Insertable } from 'kysely'
import type { FeeTier } from '../../contract/delivery/delivery.ts'
import type { PromotionTerms } from '../../contract/pricing/promotions.ts'
import { cents } from '../../contract/values/money.ts'
import { newId } from '../../server/common/ids.ts'
import { type Db, inTransaction } from '../../server/database/database.ts'
import type { Promotion } from '../../server/database/tables.ts'
import { storeZone } from '../../server/delivery/zones/queries.ts'
import type { Shopper } from '../../server/domain/session-queries.ts'

/*
 * Makers of rows for tests, and the stock of a product. Each maker generates unique names, so tests share a database,
 * run concurrently, and never clean up.
 */

/** Creates a shopper, by default a verified one. */
export async function aShopper(
  db: Db,
  fields: { isAccountVerified?: boolean; name?: string } = {},
): Promise<Omit<Shopper, 'session'>> {
  const id = newId()
  const shopper = {
    id,
    name: fields.name ?? 'Somchai Jaidee',
    email: `somchai-${id}@shopper.example`,
    isAccountVerified: fields.isAccountVerified ?? true,
    language: 'en' as const,
  }
  await db
    .insertInto('shopper')
    .values({ id, name: shopper.name, email: shopper.email, emailVerified: shopper.isAccountVerified })
    .execute()
  return shopper
}

/** Creates an address in Bang Rak; returns its id. */
export async function anAddress(db: Db, shopperId: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('address')
    .values({
      id,
      shopperId,
      firstName: 'Somchai',
      lastName: 'Jaidee',
      street: '88 Charoen Krung Rd',
      city: 'Bang Rak',
      state: 'Bangkok',
      zipcode: '10500',
      country: 'Thailand',
      phone: '+66 81 234 5678',
    })
    .execute()
  return id
}

/** Creates a shopper with an address in Bang Rak; returns the shopper and the address's id. */
export async function aShopperWithAddress(db: Db) {
  const shopper = await aShopper(db)
  return { shopper, address: await anAddress(db, shopper.id) }
}

type ProductFields = {
  name?: string
  nameTh?: string
  category?: string
  /** Cents. */
  price?: number
  /** Cents. */
  offerPrice?: number
  inStock?: boolean
  stock?: number | null
  weight?: string
  taxClass?: string
  archivedAt?: Date
}

/** Creates a product, by default in stock at 19.99. */
export async function aProduct(db: Db, fields: ProductFields = {}) {
  const offerPriceCents = cents(fields.offerPrice ?? 1999)
  return db
    .insertInto('product')
    .values({
      id: newId(),
      name: fields.name ?? 'Potato',
      nameTh: fields.nameTh ?? 'มันฝรั่ง',
      description: ['Fresh from the market', 'Good for frying'],
      category: fields.category ?? 'Vegetables',
      priceCents: fields.price ?? offerPriceCents,
      offerPriceCents,
      inStock: fields.inStock ?? true,
      stock: fields.stock ?? null,
      archivedAt: fields.archivedAt ?? null,
      weight: fields.weight ?? '1 kg',
      ...(fields.taxClass && { taxClass: fields.taxClass }),
    })
    .returning(['id', 'name', 'offerPriceCents'])
    .executeTakeFirstOrThrow()
}

/** Returns how many pieces of a product are in stock; null if they aren't counted. */
export async function stockOf(db: Db, id: string): Promise<number | null> {
  return (await db.selectFrom('product').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
}

/** Creates a promotion, by default 10% off the order, automatic. */
export async function aPromotion(
  db: Db,
  fields: Partial<Omit<Insertable<Promotion>, 'id' | 'terms'>> & { terms?: PromotionTerms } = {},
): Promise<{ id: string }> {
  const { terms = { kind: 'percent', basisPoints: 1000 }, ...rest } = fields
  const id = newId()
  await db
    .insertInto('promotion')
    .values({ id, name: 'Ten percent', terms: JSON.stringify(terms), ...rest })
    .execute()
  return { id }
}

type ZoneFields = {
  name?: string
  nameTh?: string
  isDefault?: boolean
  takesUnknown?: boolean
  everywhere?: boolean
  /** Cents. */
  tiers?: FeeTier[]
  minimumCents?: number
  rideMinutes?: number
  postcodes?: string[]
  subdistricts?: string[]
}

/**
 * Creates a delivery zone, by default of the postcode 10500 with a fee of 40.00, free from 500.00; the last in order.
 */
export async function aZone(db: Db, fields: ZoneFields = {}): Promise<{ id: string; name: string }> {
  const id = newId()
  const name = fields.name ?? 'Bang Rak'
  const feeTiers = fields.tiers ?? [
    { from: 0, fee: 4000 },
    { from: 50_000, fee: 0 },
  ]
  const zone = {
    id,
    name,
    nameTh: fields.nameTh ?? null,
    isDefault: fields.isDefault ?? false,
    takesUnknown: fields.takesUnknown ?? false,
    everywhere: fields.everywhere ?? false,
    feeTiers,
    minimumCents: fields.minimumCents ?? 0,
    rideMinutes: fields.rideMinutes ?? 15,
    postcodes: fields.postcodes ?? (fields.subdistricts || fields.everywhere ? [] : ['10500']),
    subdistricts: fields.subdistricts ?? [],
    changedBy: null,
  }
  await inTransaction(db, (tx) => storeZone(tx, zone))
  return { id, name }
}
