import { expect, test } from 'vitest'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { person, seller, testShop } from '../../testing/shop.ts'

test.each([
  { title: 'with a gateway', gateway: undefined, onlinePayment: true },
  { title: 'without a gateway', gateway: null, onlinePayment: false },
])('GET /api/shop returns whether online payment is offered: $title', async ({ gateway, onlinePayment }) => {
  const shop = await testShop({ gateway })
  try {
    const { status, json, headers } = await person(shop).get('/api/shop')
    expect([status, json]).toEqual([200, { success: true, onlinePayment, promptPay: false, demo: true }])
    expect(headers['cache-control']).toBe('public, no-cache')
  } finally {
    await shop.close()
  }
})

test('GET /api/shop names the holidays of the next 31 days, today’s among them, as the owner has saved them', async () => {
  const shop = await testShop()
  try {
    const owner = await seller(shop)
    const today = dayIn(shopConfig.timeZone)
    const closedDays = async () => (await person(shop).get('/api/shop')).json.closedDays
    const save = async (inDays: number[]) => {
      const { version } = (await owner.get('/api/delivery/hours')).json
      const closed = inDays.map((days) => dayAfter(today, days))
      const week = [{ day: 1, from: '08:00', to: '20:00' }]
      expect((await owner.post('/api/delivery/save-hours', { week, closed, seen: version })).json.success).toBe(true)
    }
    expect(await closedDays()).toBeUndefined()
    await save([31, 2, -1, 0, 30])
    expect(await closedDays()).toEqual([0, 2, 30].map((days) => dayAfter(today, days)))
    await save([31])
    expect(await closedDays()).toBeUndefined()
  } finally {
    await shop.close()
  }
})
