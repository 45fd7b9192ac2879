import { afterAll, describe, expect, test } from 'vitest'
import { seller, testShop } from '../../../testing/shop.ts'
import { deliverySettingsReader } from '../zones/delivery-settings.ts'

const shop = await testShop()
const { db } = shop
const owner = await seller(shop)
afterAll(shop.close)

describe('sellers', () => {
  test('save opening hours, sorted; hours that overlap or end first, and days that don’t exist, are refused', async () => {
    const saveHours = (body: object) =>
      owner.post('/api/delivery/save-hours', { week: [], closed: [], seen: 0, ...body })
    const day = (from: string, to: string, day = 1) => ({ day, from, to })
    for (const [fields, ...week] of [
      [['week.0.to'], day('20:00', '08:00')],
      [['week.0.to'], day('08:00', '08:00')],
      [['week.1.from'], day('08:00', '12:00'), day('11:00', '20:00')],
      // Each at its position in what was sent, whichever comes first on the clock.
      [
        ['week.1.to', 'week.2.from', 'week.3.from'],
        day('08:00', '20:00'),
        day('09:00', '09:00', 3),
        day('09:00', '10:00'),
        day('11:00', '12:00'),
        day('00:00', '24:00', 2),
      ],
      [['week.0.from'], day('11:00', '20:00'), day('08:00', '12:00'), day('08:00', '11:00', 2)],
    ] as const) {
      const { json } = await saveHours({ week })
      expect([json.code, Object.keys(json.fields).sort()]).toEqual(['invalid_form', fields])
    }
    for (const [wrong, field] of [
      [{ closed: ['2026-12-31', '2026-02-30'] }, 'closed.1'],
      [{ week: [day('8:00', '09:00')] }, 'week.0.from'],
      [{ week: [day('08:00', '25:00')] }, 'week.0.to'],
      [{ week: [day('08:00', '09:00', 8)] }, 'week.0.day'],
    ] as const)
      expect((await saveHours(wrong)).json, JSON.stringify(wrong)).toMatchObject({
        code: 'invalid_form',
        fields: { [field]: expect.any(String) },
      })
    expect((await owner.get('/api/delivery/hours')).json).toMatchObject({ hours: null, version: 0 })
    const week = [day('13:00', '20:00'), day('08:00', '12:00'), day('00:00', '24:00', 7)]
    const saved = await saveHours({ week, closed: ['2026-12-31', '2026-12-05', '2026-12-31'] })
    expect(saved.json.hours).toEqual({
      week: [day('08:00', '12:00'), day('13:00', '20:00'), day('00:00', '24:00', 7)],
      closed: ['2026-12-05', '2026-12-31'],
    })
    expect((await saveHours({ week: [] })).json.code).toBe('setting_changed')
    expect((await deliverySettingsReader(db).read()).openDays).toEqual([
      { first: 1, last: 1, hours: ['08:00–12:00', '13:00–20:00'] },
      { first: 7, last: 7, hours: ['00:00–24:00'] },
    ])
  })
})
