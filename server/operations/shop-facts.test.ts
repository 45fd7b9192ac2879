import { expect, test } from 'vitest'
import { person, testShop } from '../../testing/shop.ts'

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
