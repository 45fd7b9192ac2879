import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { stepTo } from '../../../testing/makers/orders.ts'
import { aZone } from '../../../testing/makers/rows.ts'
import { aWindow, occupancyOf } from '../../../testing/makers/windows.ts'
import type { Person } from '../../../testing/shop.ts'
import { zoneShop } from '../../../testing/shops/zone-shop.ts'
import { newId } from '../../common/ids.ts'

const { db, owner, aBuyer, order, goods, options, close } = await zoneShop()
afterAll(close)
beforeEach(() => db.deleteFrom('deliveryZone').execute())

describe('sellers', () => {
  const form = {
    name: 'Bang Rak',
    nameTh: 'บางรัก',
    isDefault: false,
    takesUnknown: false,
    tiers: [
      { from: 0, fee: 40 },
      { from: 500, fee: 0 },
    ],
    minimum: 100,
    rideMinutes: 15,
    postcodes: ['10500'],
    subdistricts: ['100701'],
  }
  const save = (body: object, by: Person = owner) => by.post('/api/delivery/save-zone', { ...form, seen: 0, ...body })
  const zones = async () => (await owner.get('/api/delivery/zones')).json.zones
  const names = async () => (await zones()).map(({ name }) => name)

  test('save a zone, and see it with its areas', async () => {
    const id = newId()
    const { json } = await save({ id })
    const { postcodes: _, subdistricts: __, ...shown } = form
    expect(json).toMatchObject({ success: true, zone: { ...shown, id, areas: 2, version: 1 } })
    expect(json.zone.first).toEqual([
      { name: '10500', nameTh: '10500' },
      { name: 'Rong Mueang', nameTh: 'รองเมือง' },
    ])
    expect((await owner.get(`/api/delivery/zone?id=${id}`)).json).toMatchObject({
      postcodes: ['10500'],
      subdistricts: [{ subdistrict: '100701', name: 'Rong Mueang', district: 'Pathum Wan', postcode: '10330' }],
      overlapping: {},
    })
    expect(
      (await save({ id, seen: 1, name: 'x', postcodes: ['10500', '10500'], subdistricts: [] })).json.zone,
    ).toMatchObject({
      name: 'x',
      areas: 1,
      version: 2,
    })
  })

  test('save one zone that is everywhere: it keeps no areas, and needs none', async () => {
    const [one, other] = [newId(), newId()]
    const saved = await save({ id: one, everywhere: true, takesUnknown: true })
    expect(saved.json.zone).toMatchObject({ everywhere: true, takesUnknown: false, areas: 0, first: [] })
    const again = await save({ id: one, seen: 1, everywhere: true, postcodes: [], subdistricts: [] })
    expect(again.json.zone).toMatchObject({ everywhere: true, version: 2 })
    expect((await save({ id: other, everywhere: true })).json).toMatchObject({
      code: 'invalid_form',
      fields: { everywhere: 'Another zone is everywhere already. Change or remove that one first.' },
    })
    expect(await names()).toEqual(['Bang Rak'])
    expect((await save({ id: one, seen: 2 })).json.zone).toMatchObject({ everywhere: false, areas: 2 })
    expect((await save({ id: other, everywhere: true })).json.zone).toMatchObject({ everywhere: true })
  })

  test('who each make a zone everywhere at once leave one', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => save({ id: newId(), everywhere: true })))
    expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual(['invalid_form', 'invalid_form', 'saved'])
    expect(await zones()).toHaveLength(1)
  })

  test('read which places leave a zone with a change, and which zone delivers there now, if any', async () => {
    const fee = (amount: number) => [{ from: 0, fee: amount }]
    await aZone(db, { name: 'First', subdistricts: ['100405'] })
    const { id } = await aZone(db, { postcodes: ['10500'], subdistricts: ['100701'] })
    const next = { name: 'Next', nameTh: 'ถัดไป', subdistricts: ['100402', '100403', '100405'], tiers: fee(6000) }
    await aZone(db, next)
    // 10500 has five sub-districts; the one of the first zone was never this one's.
    const { json } = await save({ id, seen: 1, postcodes: [], subdistricts: ['100701'] })
    expect(json.left).toEqual([
      {
        first: [
          { name: 'Si Lom', nameTh: 'สีลม' },
          { name: 'Suriyawong', nameTh: 'สุริยวงศ์' },
        ],
        count: 2,
        zone: { name: 'Next', nameTh: 'ถัดไป', tiers: fee(60) },
      },
      {
        first: [
          { name: 'Maha Phruettharam', nameTh: 'มหาพฤฒาราม' },
          { name: 'Bang Rak', nameTh: 'บางรัก' },
        ],
        count: 2,
      },
    ])
    expect((await save({ id, seen: 2, postcodes: ['10500'], subdistricts: ['100701'] })).json.left).toEqual([])
    // It keeps the sub-district of its postcode.
    expect((await save({ id, seen: 3, postcodes: ['10330'], subdistricts: ['100402'] })).json.left).toMatchObject([
      { count: 1, zone: { name: 'Next' } },
      { count: 2 },
    ])

    await aZone(db, { name: 'The rest', everywhere: true, tiers: fee(9900) })
    const removed = await owner.post('/api/delivery/remove-zone', { id, seen: 4 })
    expect(removed.json.left).toMatchObject([
      { first: [{ name: 'Si Lom' }], count: 1, zone: { name: 'Next' } },
      { first: [{}, {}, {}], count: expect.any(Number), zone: { name: 'The rest', tiers: fee(99) } },
    ])
    expect(removed.json.left[1].count).toBeGreaterThan(3)
  })

  test('read nothing of places when the last zone goes: the shop delivers everywhere again', async () => {
    const { id } = await aZone(db)
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 1 })).json).toMatchObject({
      success: true,
      left: [],
    })
  })

  test('see which areas an earlier zone has', async () => {
    await aZone(db, { name: 'First', nameTh: 'แรก' })
    const { id } = await aZone(db, { postcodes: ['10500', '10330'] })
    expect((await zones()).map(({ overlapping }) => overlapping)).toEqual([0, 1])
    expect((await owner.get(`/api/delivery/zone?id=${id}`)).json.overlapping).toEqual({
      '10500': [{ name: 'First', nameTh: 'แรก' }],
    })
  })

  test('see that zones above have all sub-districts of a postcode, or all postcodes of a sub-district', async () => {
    const shown = async (id: string) => {
      const { zone, overlapping } = (await owner.get(`/api/delivery/zone?id=${id}`)).json
      return { count: zone.overlapping, overlapping }
    }
    // 10500 is the postcode of 100401 to 100405.
    await aZone(db, { name: 'Near', subdistricts: ['100401', '100402'] })
    const { id: outer } = await aZone(db, { name: 'Outer', subdistricts: ['100402', '100403', '100404'] })
    const { id } = await aZone(db, { postcodes: ['10500', '10120'] })
    const none = { count: 0, overlapping: {} }
    expect(await shown(id)).toEqual(none)
    await save({ id: outer, seen: 1, postcodes: [], subdistricts: ['100402', '100403', '100404', '100405'] })
    expect(await shown(id)).toEqual({
      count: 1,
      overlapping: { '10500': [{ name: 'Near' }, { name: 'Bang Rak', nameTh: 'บางรัก' }] },
    })
    expect((await options('?postcode=10500')).zone.name).toBe('Bang Rak')

    // 100508 has the postcodes 10220 and 10230.
    const { id: by10220 } = await aZone(db, { name: 'Tha Raeng', postcodes: ['10220'] })
    const { id: whole } = await aZone(db, { subdistricts: ['100508', '100401'] })
    const bangRak = { '100401': [{ name: 'Near' }] }
    expect(await shown(whole)).toEqual({ count: 1, overlapping: bangRak })
    await save({ id: by10220, seen: 1, postcodes: ['10220', '10230'], subdistricts: [], name: 'Tha Raeng', nameTh: '' })
    expect(await shown(whole)).toEqual({ count: 2, overlapping: { '100508': [{ name: 'Tha Raeng' }], ...bangRak } })
    // A postcode without known sub-districts is in no other area.
    expect(await shown((await aZone(db, { postcodes: ['99999'] })).id)).toEqual(none)
  })

  test.each<[object, string, string]>([
    [{ tiers: [] }, 'malformed', 'tiers'],
    [{ tiers: [{ from: 1, fee: 40 }] }, 'invalid_form', 'tiers'],
    [
      {
        tiers: [
          { from: 0, fee: 40 },
          { from: 0, fee: 0 },
        ],
      },
      'invalid_form',
      'tiers',
    ],
    [
      {
        tiers: [
          { from: 0, fee: 40 },
          { from: 500, fee: 40 },
        ],
      },
      'invalid_form',
      'tiers',
    ],
    [{ tiers: [{ from: 0, fee: 0.001 }] }, 'invalid_form', 'tiers.0.fee'],
    [{ subdistricts: ['999999'] }, 'invalid_form', 'areas'],
    [{ postcodes: [], subdistricts: [] }, 'invalid_form', 'areas'],
    [{ name: ' ' }, 'invalid_form', 'name'],
    [{ name: 'x'.repeat(61) }, 'invalid_form', 'name'],
  ])('are refused %j', async (wrong, code, field) => {
    const { json } = await save({ id: newId(), ...wrong })
    expect([json.success, Object.keys(json.fields ?? {})]).toEqual([
      false,
      code === 'malformed' ? expect.anything() : [field],
    ])
    expect(await zones()).toEqual([])
  })

  test('who save the same zone at once: one is told that it has changed', async () => {
    const { id } = await aZone(db)
    const replies = await Promise.all([save({ id, seen: 1, name: 'One' }), save({ id, seen: 1, name: 'Other' })])
    expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual(['saved', 'zone_changed'])
    expect((await save({ id, seen: 0 })).json.code).toBe('zone_changed')
    expect((await save({ id: newId(), seen: 1 })).json.code).toBe('zone_unknown')
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 1 })).json.code).toBe('zone_changed')
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 2 })).json.success).toBe(true)
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 2 })).json.code).toBe('zone_unknown')
  })

  test('remove a zone that has open orders: those keep zone, fee and time, can be moved, and are delivered', async () => {
    const { id, name } = await aZone(db)
    const [window, other] = [await aWindow(db, { zoneIds: [id] }), await aWindow(db, { startsIn: 2 * 24 * 60 })]
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000), { delivery: { window } })
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 1 })).json.success).toBe(true)
    const now = async () => (await buyer.get(`/api/order/get?id=${json.orderId}`)).json.order
    expect(await now()).toMatchObject({ delivery: { zone: { name }, fee: 40, window } })
    expect(await occupancyOf(db, window)).toMatchObject({ taken: 1, orders: 1 })
    expect((await order(await aBuyer(), await goods(10_000), { delivery: { window } })).json.success).toBe(false)

    const moved = await owner.post('/api/order/move-window-as-seller', { id: json.orderId, window: other })
    expect(moved.json).toMatchObject({ success: true })
    expect((await now()).delivery).toMatchObject({ zone: { name }, fee: 40, window: other })
    await stepTo(owner, json.orderId, 'Delivered')
    expect((await now()).status).toBe('Delivered')
  })

  test('move an order of a removed zone to the windows of any zone: no other windows may be left', async () => {
    const [near, far] = [await aZone(db), await aZone(db, { postcodes: ['10330'] })]
    const [own, ofFar] = [await aWindow(db, { zoneIds: [near.id] }), await aWindow(db, { zoneIds: [far.id] })]
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000), { delivery: { window: own } })
    const offered = async (by: Person, call: string) =>
      (await by.get(`/api/order/${call}?id=${json.orderId}`)).json.windows.map(({ id }: { id: string }) => id)
    expect(await offered(owner, 'windows-as-seller')).not.toContain(ofFar)
    expect((await owner.post('/api/delivery/remove-zone', { id: near.id, seen: 1 })).json.success).toBe(true)
    expect(await offered(owner, 'windows-as-seller')).toContain(ofFar)
    expect(await offered(buyer, 'windows')).toContain(ofFar)
    const moved = await owner.post('/api/order/move-window-as-seller', { id: json.orderId, window: ofFar })
    expect(moved.json).toMatchObject({ success: true })
  })

  test('remove a zone from the delivery times too: one of no other zone is switched off, not offered everywhere', async () => {
    const [near, far] = [await aZone(db), await aZone(db, { postcodes: ['10330'] })]
    const [both, only] = [await aWindow(db, { zoneIds: [near.id, far.id] }), await aWindow(db, { zoneIds: [far.id] })]
    const templateOf = async (window: string) =>
      (await db.selectFrom('deliveryWindow').select(['templateId', 'zoneIds']).where('id', '=', window).execute())[0]
    const [bothTemplate, onlyTemplate] = [(await templateOf(both))?.templateId, (await templateOf(only))?.templateId]
    expect((await owner.post('/api/delivery/remove-zone', { id: far.id, seen: 1 })).json.success).toBe(true)
    const { templates } = (await owner.get('/api/delivery/templates')).json
    const stored = (id: string | null | undefined) => templates.find((each) => each.id === id)
    expect(stored(bothTemplate)).toMatchObject({ zones: [near.id], active: true, version: 2 })
    expect(stored(onlyTemplate)).toMatchObject({ zones: [], active: false, version: 2 })
    expect((await templateOf(both))?.zoneIds).toEqual([near.id])
    expect(await templateOf(only)).toBeUndefined()
    const offered = (await options('?postcode=10500')).windows.map(({ id }: { id: string }) => id)
    expect(offered).toContain(both)
  })

  test.each(['isDefault', 'takesUnknown'] as const)(
    'who each make another zone the one that %s at once leave one',
    async (which) => {
      const [one, other] = [await aZone(db), await aZone(db, { postcodes: ['10330'] })]
      await Promise.all([one, other].map(({ id }) => save({ id, seen: 1, [which]: true })))
      const defaults = (await zones()).filter((zone) => zone[which])
      expect(defaults).toHaveLength(1)
      // The zone that was the default before has changed, too.
      expect((await zones()).map(({ version }) => version).sort()).toEqual([2, 3])
    },
  )

  test('put zones into another order, unless it has changed meanwhile', async () => {
    const ids = [] as string[]
    for (const name of ['a', 'b', 'c']) ids.push((await aZone(db, { name })).id)
    const [a = '', b = '', c = ''] = ids
    const reorder = (next: string[], seen: string[]) => owner.post('/api/delivery/reorder-zones', { zones: next, seen })
    const { json } = await reorder([c, a, b], ids)
    expect([json.success, json.zones.map(({ name }) => name)]).toEqual([true, ['c', 'a', 'b']])
    expect((await options('?postcode=10500')).zone.name).toBe('c')
    for (const wrong of [[a, b], [a, b, b], [a, b, c, newId()], [a, b, 'x'], []])
      expect((await reorder(wrong, [c, a, b])).json.code, String(wrong)).toBe('zones_changed')
    expect((await reorder([a, b, c], ids)).json.code).toBe('zones_changed')
    expect(await names()).toEqual(['c', 'a', 'b'])
  })

  test('can have 200 zones', async () => {
    for (let index = 0; index < 200; index += 1) await aZone(db)
    expect((await save({ id: newId() })).json.code).toBe('too_many_zones')
    expect(await zones()).toHaveLength(200)
  })
})
