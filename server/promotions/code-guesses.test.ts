import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { aPromotion } from '../../testing/makers/rows.ts'
import { type Person, person } from '../../testing/shop.ts'
import { promotionShop } from '../../testing/shops/promotion-shop.ts'

const { shop, db, aBuyer, ownProduct, ownCode, order, close } = await promotionShop()
afterAll(close)

describe('guessing codes', () => {
  test('guessing codes is limited by sender, and right codes use up no try', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code })
    const check = (tried: string) => buyer.post('/api/promotion/check', { code: tried, items: product.items(1) })
    for (let index = 0; index < 30; index += 1) expect((await check(code)).json.success).toBe(true)
    const tried = []
    for (let index = 0; index < 25; index += 1) tried.push((await check(`WRONG${index}`)).json.code)
    expect([tried.indexOf('too_many') <= 20, tried.at(-1)]).toEqual([true, 'too_many'])
    // The account's tries are counted too, so that another address doesn't begin anew; orders have no address.
    expect((await order(buyer, product.items(1), { code: 'NO1' })).json.code).toBe('too_many')
    const other = await aBuyer()
    const orders = []
    for (let index = 0; index < 22; index += 1)
      orders.push((await order(other, product.items(1), { code: `NO${index}` })).json.code)
    expect([orders[0], orders.at(-1)]).toEqual(['coupon_unknown', 'too_many'])
  })

  test('one visitor, or one new account, that guesses codes closes none for others behind the same address', async () => {
    const [code, product] = [ownCode(), await ownProduct()]
    await aPromotion(db, { code })
    await db.deleteFrom('rateLimitCounter').where('key', 'like', 'code-from:%').execute()
    const check = async (by: Person, tried: string) =>
      (await by.post('/api/promotion/check', { code: tried, items: product.items(1) })).json
    for (const guesser of [person(shop), await person(shop).register()]) {
      // A right code uses up no try, and is known before the browser has a cookie.
      expect((await check(guesser, code)).success).toBe(true)
      for (let index = 0; index < 20; index += 1)
        expect((await check(guesser, `WRONG${index}`)).code).toBe('coupon_unknown')
      for (let index = 0; index < 100; index += 1) expect((await check(guesser, code)).code).toBe('too_many')
      expect((await check(person(shop), code)).success).toBe(true)
      expect((await check(await person(shop).register(), code)).success).toBe(true)
    }
    // Invented cookies have the address's limit.
    const forged = async (index: number) => {
      const guesser = person(shop)
      guesser.jar.set('talad_device', `${index}`.padStart(43, 'x'))
      return (await check(guesser, 'WRONG')).code
    }
    for (let index = 0; index < 60; index += 1) expect(await forged(index)).toBe('coupon_unknown')
    const later = []
    for (let index = 60; index < 70; index += 1) later.push(await forged(index))
    expect(later).toContain('too_many')
  })

  test('visitors and new accounts that guess codes close none for shoppers behind the same address', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code })
    const check = async (by: Person, tried: string) =>
      (await by.post('/api/promotion/check', { code: tried, items: product.items(1) })).json
    const registered = await person(shop).register()
    for (let index = 0; index < 125; index += 1) await check(index % 2 ? registered : person(shop), `WRONG${index}`)
    for (const guesser of [registered, person(shop)]) expect((await check(guesser, code)).code).toBe('too_many')
    expect((await check(buyer, code)).success).toBe(true)
    // Signed out, too: the browser is known. It still can't guess without an end.
    await buyer.post('/api/user/logout')
    expect((await check(buyer, code)).success).toBe(true)
    for (let index = 0; index < 20; index += 1)
      expect((await check(buyer, `WRONG${index}`)).code).toBe('coupon_unknown')
    expect((await check(buyer, code)).code).toBe('too_many')
    const forged = person(shop)
    forged.jar.set('talad_device', 'x'.repeat(43))
    expect((await check(forged, code)).code).toBe('too_many')
  })

  test('after visitors guessed codes, the next visitor behind the same address can try within half a minute', async () => {
    const [code, product] = [ownCode(), await ownProduct()]
    await aPromotion(db, { code })
    const check = (tried: string) => person(shop).post('/api/promotion/check', { code: tried, items: product.items(1) })
    const letPass = (seconds: number) =>
      db
        .updateTable('rateLimitCounter')
        .set({ resetsAt: sql`resets_at - make_interval(secs => ${seconds})` })
        .where('key', 'like', 'code-from:%')
        .execute()
    await letPass(3600)
    for (let index = 0; index < 100; index += 1) expect((await check(`WRONG${index}`)).json.code).toBe('coupon_unknown')
    const refused = await check(code)
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30)
    await letPass(30)
    expect((await check(code)).json.success).toBe(true)
    // A right code leaves the turn to the next one.
    expect((await check('WRONG')).json.code).toBe('coupon_unknown')
    expect((await check(code)).json.code).toBe('too_many')
  })

  test('a try that an address may not make doesn’t count for its account', async () => {
    const product = await ownProduct()
    const registered = await person(shop).register()
    const check = (by: Person) => by.post('/api/promotion/check', { code: 'WRONG', items: product.items(1) })
    for (let index = 0; index < 125; index += 1) await check(person(shop))
    for (let index = 0; index < 25; index += 1) expect((await check(registered)).json.code).toBe('too_many')
    await db.deleteFrom('rateLimitCounter').where('key', 'like', 'code-from:%').execute()
    expect((await check(registered)).json.code).toBe('coupon_unknown')
  })
})
