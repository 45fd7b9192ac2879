import { afterAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../testing/makers/rows.ts'
import { promotionShop } from '../../testing/shops/promotion-shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { restoreOrder } from '../orders/steps/restore-order.ts'

const { db, owner, aBuyer, ownProduct, ownCode, order, close } = await promotionShop()
afterAll(close)

describe('sellers', () => {
  const draft = (more: object = {}) => ({
    id: newId(),
    seen: 0,
    name: 'Sawasdee',
    nameTh: 'สวัสดี',
    code: ownCode(),
    terms: { kind: 'amount', amount: 5 },
    minimum: null,
    firstOrder: false,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesOfShopper: null,
    enabled: true,
    ...more,
  })
  const save = (promotion: object) => owner.post('/api/promotion/save', promotion)

  test('make, change and end promotions; a change of a version that isn’t the newest is refused', async () => {
    const first = draft({ startsAt: '2026-01-01T09:00', endsAt: '2099-12-31T18:30', minimum: 12.5 })
    const made = (await save(first)).json
    expect(made).toMatchObject({
      success: true,
      promotion: { state: 'on', uses: 0, version: 1, startsAt: '2026-01-01T09:00', minimum: 12.5, code: first.code },
    })
    // Bangkok is seven hours ahead of UTC.
    const row = await db.selectFrom('promotion').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
    expect(row.startsAt?.toISOString()).toBe('2026-01-01T02:00:00.000Z')
    expect((await save(first)).json.code).toBe('promotion_changed')
    const changed = await save({ ...first, seen: 1, enabled: false })
    expect(changed.json.promotion).toMatchObject({ state: 'off', version: 2 })
    expect((await save({ ...first, seen: 1 })).json.code).toBe('promotion_changed')
    const listed = (await owner.get('/api/promotion/list')).json.promotions
    expect(listed.find((each) => each.id === first.id)).toEqual(changed.json.promotion)
    const end = (seen: number) => owner.post('/api/promotion/archive', { id: first.id, seen })
    expect([(await end(1)).json.code, (await end(2)).json.success]).toEqual(['promotion_changed', true])
    expect((await save({ ...first, seen: 3 })).json.code).toBe('promotion_unknown')
    // Its code is free again.
    expect((await save(draft({ code: first.code }))).json.success).toBe(true)
  })

  test('can’t be about a category or product that the shop doesn’t have; one that it named before stays', async () => {
    const about = (scope: object) => draft({ terms: { kind: 'percent', basisPoints: 1000, ...scope } })
    const path = (await owner.get('/api/settings/categories')).json.categories[0].path as string
    const { id: product } = await aProduct(db)
    for (const scope of [{ categories: [path, 'Nonsense'] }, { categories: ['__proto__'] }]) {
      const { json } = await save(about(scope))
      expect([json.code, Object.keys(json.fields)]).toEqual(['invalid_form', ['terms.categories']])
    }
    for (const products of [[product, newId()], ['nope']]) {
      const { json } = await save(about({ products }))
      expect([json.code, Object.keys(json.fields)]).toEqual(['invalid_form', ['terms.products']])
    }
    const empty = (await save(about({ categories: [] }))).json
    expect(Object.values(empty.fields)).toEqual(['Choose at least one'])
    expect((await save(about({ categories: [path] }))).json.success).toBe(true)
    const kept = about({ products: [product] })
    expect((await save(kept)).json.success).toBe(true)
    await db.deleteFrom('product').where('id', '=', product).execute()
    expect((await save({ ...kept, seen: 1, enabled: false })).json.success).toBe(true)
  })

  test('can’t be made to end in the past; one that has ended can be changed while its end stays', async () => {
    const refused = await save(draft({ endsAt: '2026-01-01T09:00' }))
    expect(refused.json).toMatchObject({ code: 'invalid_form', fields: { endsAt: 'This is in the past' } })
    const made = draft({ endsAt: '2099-12-31T18:30' })
    expect((await save(made)).json.success).toBe(true)
    await db
      .updateTable('promotion')
      .set({ endsAt: new Date('2026-01-01T02:00:00Z') })
      .where('id', '=', made.id)
      .execute()
    expect((await save({ ...made, seen: 1, endsAt: '2026-01-01T09:00' })).json.success).toBe(true)
    expect((await save({ ...made, seen: 2, endsAt: '2026-01-02T09:00' })).json.code).toBe('invalid_form')
  })

  test('need one name, in either language, which is then that of both', async () => {
    const { name: _, ...thai } = draft({ nameTh: 'ลดสิบ' })
    expect((await save(thai)).json).toMatchObject({ success: true, promotion: { name: 'ลดสิบ', nameTh: 'ลดสิบ' } })
    const english = await save(draft({ name: 'Ten', nameTh: '' }))
    expect(english.json).toMatchObject({ success: true, promotion: { name: 'Ten' } })
  })

  test.each<[string, object, string]>([
    ['a code with a space', { code: 'AB C' }, 'code'],
    ['a short code', { code: 'AB' }, 'code'],
    ['an end before the start', { startsAt: '2026-02-02T10:00', endsAt: '2026-02-02T10:00' }, 'endsAt'],
    ['a day that no calendar has', { startsAt: '2026-02-30T10:00' }, 'startsAt'],
    ['a year that no calendar has', { endsAt: '0000-01-01T00:00' }, 'endsAt'],
    ['no name', { name: '  ', nameTh: null }, 'name'],
    ['no name that can be seen', { name: '\u200b', nameTh: ' \u200b' }, 'name'],
    ['no uses', { maxUses: 0 }, 'maxUses'],
  ])('can’t save %s', async (_what, more, field) => {
    const { json } = await save(draft(more))
    expect([json.code, Object.keys(json.fields)]).toEqual(['invalid_form', [field]])
  })

  test.each<[string, object]>([
    ['more than all of the price', { kind: 'percent', basisPoints: 10_001 }],
    ['a fraction of a cent', { kind: 'amount', amount: 1.005 }],
    ['a kind that there isn’t', { kind: 'gift' }],
    ['a group of one', { kind: 'pieces', pieces: 1, amount: 5 }],
    ['no products', { kind: 'percent', basisPoints: 100, products: [] }],
    ['a product that no database can store', { kind: 'percent', basisPoints: 100, products: ['a\u0000b'] }],
    ['a category that no database can store', { kind: 'percent', basisPoints: 100, categories: ['a\u0000b'] }],
  ])('can’t take off %s', async (_what, terms) => {
    expect((await save(draft({ terms }))).json.success).toBe(false)
  })

  /** Adds categories to the shop's, as an owner does; returns their paths. */
  async function storedCategories(count: number): Promise<string[]> {
    const { categories, version } = (await owner.get('/api/settings/categories')).json
    const kept = categories.map(({ path, name, nameTh, picture }: Record<string, unknown>) => ({
      path,
      name,
      nameTh,
      picture,
    }))
    const added = Array.from({ length: count }, () => ({
      name: newId().slice(-12),
      nameTh: newId().slice(-12),
      picture: null,
    }))
    const { json } = await owner.post('/api/settings/categories', { categories: [...kept, ...added], seen: version })
    expect(json).toMatchObject({ success: true })
    const now = (await owner.get('/api/settings/categories')).json.categories as { path: string }[]
    return now.slice(-count).map(({ path }) => path)
  }
  const productOf = async (category: string) => ({ category, id: (await aProduct(db, { category })).id })

  test('put on offer what automatic promotions name, until they end, but nothing that depends on the cart, the shopper or a code', async () => {
    const [product, other, ...quietOnes] = await Promise.all((await storedCategories(7)).map(productOf))
    if (!product || !other) throw new Error('no products')
    const onOffer = async ({ category }: { category: string }) => {
      const { json } = await owner.get(`/api/product/list?category=${encodeURIComponent(category)}&onOffer=true`)
      return json.products.map(({ _id, promotion }) => [_id, promotion !== undefined])
    }
    expect(await onOffer(product)).toEqual([])
    const off = (scope: object) => ({ kind: 'percent', basisPoints: 100, ...scope })
    const byCategory = draft({ code: null, terms: off({ categories: [product.category] }) })
    const byProduct = draft({ code: null, terms: off({ products: [other.id.toUpperCase()] }) })
    for (const each of [byCategory, byProduct]) expect((await save(each)).json.code).toBeUndefined()
    expect(await onOffer(product)).toEqual([[product.id, true]])
    for (const [index, more] of [
      { code: ownCode() },
      { minimum: 10 },
      { firstOrder: true },
      { maxUsesOfShopper: 1 },
      { enabled: false },
    ].entries()) {
      const quiet = quietOnes[index] ?? other
      const saved = await save(draft({ code: null, ...more, terms: off({ categories: [quiet.category] }) }))
      expect(saved.json.success).toBe(true)
      expect(await onOffer(quiet)).toEqual([])
    }
    await owner.post('/api/promotion/archive', { id: byCategory.id, seen: 1 })
    expect(await onOffer(product)).toEqual([])
  })

  test('can change a promotion with more uses than its limit, and keep that limit', async () => {
    const [limited, product, buyer] = [draft({ maxUses: 1 }), await ownProduct(), await aBuyer()]
    await save(limited)
    const cancelled = (await order(buyer, product.items(1), { code: limited.code })).json.orderId
    await buyer.post('/api/order/cancel', { orderId: cancelled })
    expect((await order(await aBuyer(), product.items(1), { code: limited.code })).json.success).toBe(true)
    await inTransaction(db, (tx) => restoreOrder(tx, cancelled, { cash: 0, by: 'rider@shop.example' }))
    const renamed = await save({ ...limited, seen: 1, name: 'Renamed' })
    expect(renamed.json.promotion).toMatchObject({ name: 'Renamed', state: 'used up', uses: 2, maxUses: 1 })
    const raised = await save({ ...limited, seen: 2, maxUses: 3 })
    expect(raised.json.promotion).toMatchObject({ state: 'on', uses: 2 })
    const below = await save({ ...limited, seen: 3, maxUses: 1 })
    expect(below.json.fields).toEqual({ maxUses: 'It has more uses already: 2' })
  })

  test('can’t give two promotions one code, nor limit one below its uses', async () => {
    const [first, product] = [draft(), await ownProduct()]
    await save(first)
    expect((await save(draft({ code: first.code.toLowerCase() }))).json.fields).toHaveProperty('code')
    // At the same instant, too.
    const others = [draft(), draft()]
    for (const each of others) await save(each)
    const { code } = draft()
    const replies = await Promise.all(others.map((each) => save({ ...each, seen: 1, code })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    for (let index = 0; index < 2; index += 1) await order(await aBuyer(), product.items(1), { code: first.code })
    const limited = await save({ ...first, seen: 1, maxUses: 1 })
    expect(limited.json.fields).toEqual({ maxUses: 'It has more uses already: 2' })
    const exact = await save({ ...first, seen: 1, maxUses: 2 })
    expect(exact.json.promotion).toMatchObject({ state: 'used up', uses: 2 })
    expect((await order(await aBuyer(), product.items(1), { code: first.code })).json.code).toBe('coupon_used_up')
  })
})
