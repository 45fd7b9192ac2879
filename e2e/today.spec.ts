import { addByCall, aLastName, aName, examine, openAsSeller, signedInSeller } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { call, press } from './shopper.ts'

/*
 * The shop at a glance. Others sell in the same shop meanwhile: what is counted can only have grown.
 */

const english = {
  title: 'Today',
  link: 'Today',
  waiting: 'Orders waiting',
  placed: /^\d[\d,+]*\s*Order Placed$/,
  sales: 'Sales',
  chart: 'Sales of each day',
  out: 'Out of stock',
  low: 'Low on stock',
  left: (count: number) => `${count} left`,
  editTitle: 'Edit Product',
  ordersTitle: 'Orders List',
  failed: 'Today could not be loaded',
  again: 'Try again',
  nothingSold: 'Nothing delivered or paid yet',
  nothingWaits: 'No order is waiting.',
  noneOut: 'Nothing is sold out.',
  noneLow: 'No product runs low.',
}

const thai: typeof english = {
  title: 'วันนี้',
  link: 'วันนี้',
  waiting: 'ออเดอร์ที่รอดำเนินการ',
  placed: /^\d[\d,+]*\s*ออเดอร์ใหม่ รอยืนยัน$/,
  sales: 'ยอดขาย',
  chart: 'ยอดขายรายวัน',
  out: 'สินค้าหมด',
  low: 'สินค้าใกล้หมด',
  left: (count) => `เหลือ ${count} ชิ้น`,
  editTitle: 'แก้ไขสินค้า',
  ordersTitle: 'ออเดอร์ทั้งหมด',
  failed: 'โหลดหน้าวันนี้ไม่สำเร็จ',
  again: 'ลองใหม่',
  nothingSold: 'ยังไม่มีออเดอร์ที่ส่งถึงหรือชำระแล้ว',
  nothingWaits: 'ไม่มีออเดอร์ที่รอดำเนินการ',
  noneOut: 'ไม่มีสินค้าหมด',
  noneLow: 'ไม่มีสินค้าใกล้หมด',
}

const wordsOf = (language: string) => (language === 'th' ? thai : english)

// Half faded in, words have too little contrast for as long as that lasts.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a seller sees what waits and what is sold, and an order that comes is counted by itself', async ({
  page,
  aBuyer,
  say: { language },
}) => {
  const say = wordsOf(language)
  await openAsSeller(page, '/seller')
  const product = await addByCall(page, aName())
  await press(page.getByRole('link', { name: say.link, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeVisible()
  const tile = page.getByRole('region', { name: say.waiting }).getByRole('link', { name: say.placed })
  await expect(tile).toBeVisible()
  const placedToday = page.getByRole('table', { name: say.chart }).getByRole('row').last().getByRole('cell').first()
  const before = Number(await placedToday.textContent())

  const buyer = await aBuyer(aLastName())
  const number = await buyer.buy(product, 2)
  await expect(async () => expect(Number(await placedToday.textContent())).toBeGreaterThan(before)).toPass()
  await expect(tile).toHaveText(/^[1-9]/)
  const { orders } = await (await page.request.get('/api/order/seller', { params: { q: `#${number}` } })).json()
  const way = ['Order Placed', 'Confirmed', 'Packing', 'Out for delivery', 'Delivered']
  for (const [at, status] of way.slice(1).entries())
    await call(page, '/api/order/move', { id: orders[0]._id, from: way[at], status })
  await expect(page.getByRole('img', { name: say.chart })).toBeVisible()
  await examine(page)

  await press(tile)
  await expect(page.getByRole('heading', { level: 1, name: say.ordersTitle })).toBeVisible()
  await expect(page).toHaveURL('/seller/orders?status=Order+Placed')
})

test('products that run out lead to where they are edited', { tag: '@desktop' }, async ({
  page,
  say: { language },
}) => {
  const say = wordsOf(language)
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name, { stock: 0 })
  await page.goto('/seller/today')
  const out = page.getByRole('region', { name: say.out })
  // The newest is named first, though other tests may have added a newer one.
  const line = out
    .getByRole('link')
    .filter({ hasText: say.left(0) })
    .first()
  await expect(line).toBeVisible()
  await press(line)
  await expect(page.getByRole('heading', { level: 1, name: say.editTitle })).toBeVisible()
})

test('what could not be read says why, and can be asked for again', async ({ page, say: { language } }) => {
  const say = wordsOf(language)
  let broken = true
  const message = 'The shop is counting'
  await page.route('**/api/seller/today', (route) =>
    broken ? route.fulfill({ json: { success: false, code: 'broken', message } }) : route.continue(),
  )
  await openAsSeller(page, '/seller/today')
  await expect(page.getByRole('heading', { level: 2, name: say.failed })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await examine(page)
  broken = false
  await press(page.getByRole('button', { name: say.again }))
  await expect(page.getByRole('heading', { level: 2, name: say.sales })).toBeVisible()
})

test('a shop that has sold nothing and lacks nothing says so', async ({ page, say: { language } }) => {
  const say = wordsOf(language)
  await page.route('**/api/seller/today', async (route) => {
    const json = await (await route.fetch()).json()
    const none = { products: [], count: 0 }
    const days = json.days.map(({ day }: { day: string }) => ({ day, orders: 0, amount: 0, placed: 0 }))
    const waiting = json.waiting.map(({ status }: { status: string }) => ({ status, count: 0 }))
    await route.fulfill({ json: { ...json, waiting, days, outOfStock: none, lowStock: none } })
  })
  await openAsSeller(page, '/seller/today')
  for (const words of [say.nothingSold, say.nothingWaits, say.noneOut, say.noneLow])
    await expect(page.getByText(words)).toBeVisible()
  await examine(page)
})
