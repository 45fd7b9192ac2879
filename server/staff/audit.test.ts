import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../contract/calls/staff.ts'
import { auditWords } from '../../contract/staff/audit-words.ts'
import { stepTo } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { tidyAudit } from './staff-settings.ts'

let shop: TestShop
let owner: Person
let email: string
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
  email = (await owner.get('/api/seller/is-auth')).json.email
})
afterAll(() => shop.close())

const entriesOf = async (query: string): Promise<AuditEntry[]> =>
  (await owner.get(`/api/staff/audit?${query}`)).json.entries
const count = async () => (await shop.pool.query('select count(*) from audit_entry')).rows[0].count as number

async function anOrder() {
  const shopper = await verified(shop)
  const product = await aProduct(shop.db, { stock: 5 })
  const items = [{ product: product.id, quantity: 1 }]
  const { json } = await shopper.post('/api/order/cod', { address: await anAddress(shop.db, shopper.user._id), items })
  return { shopper, product, id: json.orderId as string, number: json.orderNumber as number }
}

test('every column that the audit log shows has words in both languages', async () => {
  const { rows } = await shop.pool.query<{ name: string; definition: string }>(`
    select tgrelid::regclass::text as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgfoid = 'audit_change'::regproc`)
  expect(rows.length).toBeGreaterThan(12)
  const audited = new Set<string>()
  for (const { name, definition } of rows) {
    const leftOut = /'([^']*)'\)$/.exec(definition)?.[1]?.split(',') ?? []
    const columns = await shop.pool.query<{ attname: string }>(
      'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [name],
    )
    for (const { attname } of columns.rows) if (!leftOut.includes(attname)) audited.add(attname)
  }
  expect([...audited].filter((column) => !auditWords[column])).toEqual([])
  for (const { en, th } of Object.values(auditWords)) {
    expect(en).not.toContain('_')
    expect(th).toMatch(/[ก-๙]/)
  }
})

/** The tables without an audit trigger, by the reason. */
const notAudited = {
  'of shoppers':
    'address cart first_order hold_period promotion_shopper shopper shopper_credential shopper_known_browser shopper_session',
  'of sign-ins': 'one_time_code rate_limit_counter seller_known_browser seller_sign_in',
  'secrets of staff: the entry is of the seller, who has a second step':
    'seller_credential seller_recovery seller_totp',
  'a device of one’s own': 'push_device',
  'made with an order, of which there is an entry': 'order_line order_promotion placed_day window_hold',
  'made with a change of an order, of which there is an entry': 'order_address_correction rider_tap sale_to_book',
  'made by the shop or the payment provider': 'order_delay payment payment_event sandbox_session slip_reuse',
  'made of templates and settings': 'delivery_window document_series line_group',
  'made of other tables': `low_stock price_history sale_entry sales_sum search_entry search_not_found search_pending
    search_version search_word`,
  'of the running shop': 'demo_shop mail_health migration production_since shop_currency shop_id unconfirmed_rule_run',
  'the log itself': 'audit_entry',
}

test('every table has an audit trigger, or a reason to have none', async () => {
  const { rows } = await shop.pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname like 'audit%')
    order by relname collate "C"`)
  const reasoned = Object.values(notAudited).flatMap((tables) => tables.split(/\s+/))
  expect(rows.map(({ name }) => name)).toEqual(reasoned.toSorted())
})

describe('the audit log', () => {
  test('records who changed a price, from what to what, and its search finds it', async () => {
    const { id, name } = await aProduct(shop.db, { name: `Durian ${newId()}` })
    const { price, offerPrice } = (await owner.get(`/api/product/get?id=${id}`)).json.product
    const seen = { price, offerPrice }
    await owner.post('/api/product/price', { id, price: 9, offerPrice: 8.5, seen })
    const [entry] = await entriesOf(`q=${encodeURIComponent(name.toUpperCase())}`)
    expect(entry).toMatchObject({
      by: email,
      kind: 'product',
      action: 'changed',
      subjectId: id,
      subject: name,
      before: { offer_price_cents: 1999 },
      after: { offer_price_cents: 850, price_cents: 900 },
    })
    expect(await entriesOf(`q=${encodeURIComponent(name)}&kind=order`)).toEqual([])
    expect(await entriesOf(`q=${encodeURIComponent(name)}&by=other@seller.example`)).toEqual([])
    expect(await entriesOf(`q=${encodeURIComponent(name)}&by=${email}&kind=product`)).toHaveLength(1)
  })

  test('has an entry for the step of an order, and for a role, an invitation, a setting, a promotion and a zone', async () => {
    const { id } = await anOrder()
    const countBefore = await count()
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Confirmed' })
    const picker = await seller(shop, 'picker')
    const { members } = (await owner.get('/api/staff/list')).json
    const { email: of } = (await picker.get('/api/seller/is-auth')).json
    const member = members.find((each) => each.email === of)
    await owner.post('/api/staff/change-role', { id: member.id, role: 'rider' })
    await owner.post('/api/staff/invite', { email: `${newId()}@seller.example`, role: 'picker' })
    await owner.post('/api/staff/settings', { auditDays: 400, seen: 0 })
    const terms = { kind: 'amount', amount: 18 }
    const always = { minimum: null, firstOrder: false, startsAt: null, endsAt: null, maxUses: null }
    await owner.post('/api/promotion/save', {
      ...{ id: newId(), seen: 0, name: 'Market', nameTh: null, code: null, terms },
      ...{ ...always, maxUsesOfShopper: null, enabled: true },
    })
    const zone = { name: 'North', tiers: [{ from: 0, fee: 40 }], minimum: 0, rideMinutes: 20 }
    const areas = { postcodes: ['10500'], subdistricts: [], isDefault: false, takesUnknown: false }
    await owner.post('/api/delivery/save-zone', { id: newId(), seen: 0, ...zone, ...areas })
    const entries = (await entriesOf('limit=20')).slice(0, (await count()) - countBefore)
    expect(entries.map(({ by, kind, action }) => [by, kind, action]).reverse()).toEqual([
      [email, 'order', 'added'],
      [email, 'staff', 'changed'],
      [email, 'staff', 'added'],
      [email, 'settings', 'added'],
      [email, 'promotion', 'added'],
      [email, 'delivery', 'added'],
      [email, 'delivery', 'changed'],
    ])
    expect(entries[0]).toMatchObject({ subject: 'North', before: {}, after: { codes: ['10500'] } })
    expect(entries.at(-1)).toMatchObject({ subjectId: id, after: { status: 'Confirmed' } })
    expect(entries.at(-2)).toMatchObject({ subject: of, before: { role: 'picker' }, after: { role: 'rider' } })
    expect(Object.keys(entries.at(-3)?.after ?? {}).sort()).toEqual(['email', 'expires_at', 'role'])
  })

  test('has the places that a zone gets and loses, and nothing of those that stay', async () => {
    const id = newId()
    const zone = { id, name: `Zone ${id}`, tiers: [{ from: 0, fee: 40 }], minimum: 0, rideMinutes: 20 }
    const others = { isDefault: false, takesUnknown: false }
    const save = (seen: number, postcodes: string[], subdistricts: string[]) =>
      owner.post('/api/delivery/save-zone', { ...zone, ...others, seen, postcodes, subdistricts })
    await save(0, ['10500', '10120'], ['100401'])
    await save(1, ['10500', '10120'], ['100401'])
    await save(2, ['10500', '10110'], ['100401'])
    await owner.post('/api/delivery/remove-zone', { id, seen: 3 })
    const entries = await entriesOf(`q=${id}`)
    expect(entries.map(({ action, before, after }) => [action, before.codes, after.codes]).reverse()).toEqual([
      ['added', undefined, undefined],
      ['changed', undefined, ['10120', '10500', '100401']],
      ['changed', ['10120'], undefined],
      ['changed', undefined, ['10110']],
      ['changed', ['10110', '10500', '100401'], undefined],
      ['removed', undefined, undefined],
    ])
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([zone.name]))
  })

  test('has nothing of what shoppers do, of refused changes, and of what follows on the same connections', async () => {
    const countBefore = await count()
    const { id } = await anOrder()
    expect((await owner.post('/api/order/take-step', { id, from: 'Packing', status: 'Delivered' })).json.success).toBe(
      false,
    )
    for (let connection = 0; connection < 12; connection += 1) await aProduct(shop.db)
    expect(await count()).toBe(countBefore)
  })

  test('is read a page at a time, each entry once', async () => {
    const { id } = await aProduct(shop.db, { stock: 0 })
    for (let stock = 1; stock <= 5; stock += 1) await owner.post('/api/product/count', { id, stock, seen: stock - 1 })
    const counts: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: string = cursor && `&cursor=${cursor}`
      const { json } = await owner.get(`/api/staff/audit?q=${id}&limit=2${page}`)
      counts.push(...json.entries.map(({ after }: AuditEntry) => after.stock))
      cursor = json.nextCursor
    }
    expect(counts).toEqual([5, 4, 3, 2, 1])
  })

  test('the audit log is searched by the shop’s day', async () => {
    const { id } = await aProduct(shop.db, { stock: 1 })
    await owner.post('/api/product/count', { id, stock: 7, seen: 1 })
    await shop.pool.query("update audit_entry set at = '2026-03-04 12:00+00' where subject_id = $1", [id])
    expect(await entriesOf(`q=${id}&day=2026-03-04`)).toHaveLength(1)
    expect(await entriesOf(`q=${id}&day=2026-03-02`)).toEqual([])
    expect((await owner.get('/api/staff/audit?day=tomorrow')).status).toBe(400)
  })

  test('loses what is older than the owner keeps it', async () => {
    const { id } = await aProduct(shop.db, { stock: 1 })
    await owner.post('/api/product/count', { id, stock: 3, seen: 1 })
    const { version } = (await owner.get('/api/staff/settings')).json
    await owner.post('/api/staff/settings', { auditDays: 40, seen: version })
    await shop.pool.query("update audit_entry set at = now() - interval '39 days' where subject_id = $1", [id])
    await tidyAudit(shop.db)
    expect(await entriesOf(`q=${id}`)).toHaveLength(1)
    await shop.pool.query("update audit_entry set at = now() - interval '41 days' where subject_id = $1", [id])
    await tidyAudit(shop.db)
    expect(await entriesOf(`q=${id}`)).toEqual([])
  })
})

test('the audit log says what the product of a refunded line is called', async () => {
  const { id, product } = await anOrder()
  await stepTo(owner, id, 'Delivered')
  const lines = [{ product: product.id, quantity: 1 }]
  const sent = { id, lines, reason: 'missing', seen: { reduction: 0 } }
  expect((await owner.post('/api/order/refund', sent)).json).toMatchObject({ success: true })
  const { json } = await owner.get(`/api/staff/audit?q=${id}&kind=money`)
  expect(json.names).toEqual([{ id: product.id, name: product.name, nameTh: 'มันฝรั่ง', size: '1 kg' }])
})

test('the audit log has what riders hand over, and the cash that is counted in', async () => {
  const rider = await seller(shop, 'rider')
  const of = (await rider.get('/api/seller/is-auth')).json.email as string
  const { id, number } = await anOrder()
  await stepTo(owner, id, 'Packing')
  await rider.post('/api/rider/take', { id: newId(), order: id })
  const { mine } = (await rider.get('/api/rider/trip')).json
  const { toCollect } = mine.find(({ order }) => order === id)
  await rider.post('/api/rider/delivered', { id: newId(), order: id, receivedBy: 'Mali', collected: toCollect })
  const [handedOver] = await entriesOf(`q=Mali&by=${of}`)
  expect(handedOver).toMatchObject({
    kind: 'order',
    subject: `#${number}`,
    after: { outcome: 'delivered', received_by: 'Mali' },
  })
  expect(Object.keys(handedOver?.after ?? {}).sort()).toEqual(['outcome', 'received_by'])
  await owner.post('/api/rider/count-in', { id: newId(), rider: of, owed: toCollect, amount: 1 })
  const [counted] = await entriesOf(`kind=money&q=${encodeURIComponent(of)}&by=${email}`)
  expect(counted).toMatchObject({
    action: 'added',
    subject: of,
    after: { owed_cents: Math.round(toCollect * 100), handed_cents: 100 },
  })
})
