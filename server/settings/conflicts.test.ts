import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../contract/calls.ts'
import type { SettingTopic } from '../../contract/entities/setting-values.ts'
import { refusals } from '../../contract/messages/refusals.ts'
import { withApp } from '../../testing/makers/second-factor.ts'
import { type Person, seller, type TestShop, testShop } from '../../testing/shop.ts'

/*
 * Two owners save the same settings at the same moment: one value is stored whole, and the other owner is refused, for
 * every topic alike.
 */

let shop: TestShop
let owners: [Person, Person]
beforeAll(async () => {
  shop = await testShop({ shop: { currency: { code: 'THB', symbol: '฿' } } })
  owners = [await seller(shop), await seller(shop)]
  // Without one of their own, owners may not require a second factor.
  for (const owner of owners) await withApp(shop, owner)
})
afterAll(() => shop.close())

// biome-ignore lint/suspicious/noExplicitAny: a reply of any of the calls
type Reply = any

const standard = { id: 'standard', name: 'Standard', nameTh: 'ปกติ', rates: [{ from: '0001-01-01', basisPoints: 700 }] }
const kinds = { orders: true, alarms: true, stock: true }

/** Each topic: how it is read and saved, and the values of two owners, numbered by `n`. */
const topics: Record<
  SettingTopic | 'line',
  { read: { url: string }; save: { url: string }; typed: (n: 1 | 2, now: Reply) => object }
> = {
  asap: {
    read: calls.delivery.asap,
    save: calls.delivery.saveAsap,
    typed: (n) => ({ enabled: false, limitMinutes: 45, pickers: n, riders: 1 }),
  },
  categories: {
    read: calls.settings.categories,
    save: calls.settings.saveCategories,
    typed: (n, { categories }) => ({
      categories: categories.map(({ path, name, nameTh, picture }: Reply, index: number) => ({
        path,
        name: index === 0 ? `Vegetables ${n}` : name,
        nameTh,
        picture,
      })),
    }),
  },
  hours: {
    read: calls.delivery.hours,
    save: calls.delivery.saveHours,
    typed: (n) => ({ week: [{ day: n, from: '08:00', to: '20:00' }], closed: [] }),
  },
  line: {
    read: calls.notice.line,
    save: calls.notice.saveLine,
    typed: (n) => ({
      channelToken: `a-channel-access-token-${n}`,
      channelSecret: '8c570fa6dd201bb328f1c1eac23a96d8',
      recipient: `C${String(n).repeat(32)}`,
      kinds,
      language: 'en',
    }),
  },
  promptpay: {
    read: calls.settings.promptPay,
    save: calls.settings.savePromptPay,
    typed: (n) => ({
      proxy: { kind: 'mobile', number: `081234567${n}`, reference1: '', reference2: '' },
      receiver: 'Mali',
      enabled: false,
      slipDays: 90,
    }),
  },
  'second-factor': {
    read: calls.staff.factorRoles,
    save: calls.staff.saveFactorRoles,
    typed: (n) => ({ roles: [n === 1 ? 'manager' : 'picker'] }),
  },
  shop: {
    read: calls.settings.shop,
    save: calls.settings.saveShop,
    typed: (n, { success: _, version: __, changedBy: ___, changedAt: ____, ...now }) => ({
      ...now,
      phone: `+66 2 111 111${n}`,
    }),
  },
  staff: { read: calls.staff.settings, save: calls.staff.saveSettings, typed: (n) => ({ auditDays: 100 + n }) },
  tax: {
    read: calls.settings.tax,
    save: calls.settings.saveTax,
    typed: (n) => ({
      mode: 'included',
      rounding: 'down',
      classes: [{ ...standard, name: `Rate ${n}` }],
      issuer: null,
    }),
  },
  unconfirmed: {
    read: calls.delivery.unconfirmed,
    save: calls.delivery.saveUnconfirmed,
    typed: (n) => ({ action: 'ring', afterMinutes: 10 + n }),
  },
}

/** The value of a topic, without its version. */
const withoutVersion = ({
  success: _,
  message: __,
  version: ___,
  changedBy: ____,
  changedAt: _____,
  ...value
}: Reply) => value

test.each(Object.entries(topics))(
  'of two owners who save %s at the same moment, one is refused and changes nothing',
  async (_topic, { read: { url: read }, save: { url: save }, typed }) => {
    // The first time there is no row yet; later there is one.
    for (const _round of ['first', 'second']) {
      const before = (await owners[0].get(read)).json
      const replies = await Promise.all(
        owners.map((owner, index) => owner.post(save, { ...typed(index === 0 ? 1 : 2, before), seen: before.version })),
      )
      const [stored, ...others] = replies.filter(({ json }) => json.success)
      expect(others).toEqual([])
      expect(replies.find(({ json }) => !json.success)).toMatchObject({
        status: 200,
        json: { success: false, code: 'setting_changed', message: refusals.setting_changed.en },
      })
      const after = (await owners[0].get(read)).json
      expect(after.version).toBe(before.version + 1)
      // PromptPay's reply also says how many unpaid orders follow.
      expect(withoutVersion(stored?.json)).toMatchObject(withoutVersion(after))
      // The later owner is refused again, also in Thai, until the newest version was read.
      const late = await owners[1].post(
        save,
        { ...typed(1, before), seen: before.version },
        { 'accept-language': 'th' },
      )
      expect([late.status, late.json.code, late.json.message]).toEqual([
        200,
        'setting_changed',
        refusals.setting_changed.th,
      ])
      expect((await owners[0].get(read)).json).toEqual(after)
    }
  },
)

test('every refusal of something that was changed meanwhile has the same status', () => {
  const changed = Object.entries(refusals).filter(([code]) => /_changed$|_moved$/.test(code))
  expect(changed.length).toBeGreaterThan(8)
  expect(changed.filter(([, { status }]) => status !== 200)).toEqual([])
})
