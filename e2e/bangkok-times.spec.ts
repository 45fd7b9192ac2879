import type { Page } from '@playwright/test'
import type { OpenWindow } from '../contract/entities/delivery.ts'
import { dayIn } from '../contract/values/day.ts'
import { newId } from '../server/common/ids.ts'
import { bangkokTest } from './bangkok-test.ts'
import { examine } from './seller.ts'
import { expect } from './shop-test.ts'
import { press } from './shopper.ts'
import { broccoliInCart, call, savedAddress, signedInShopper } from './test-data.ts'
import { textsByLanguage } from './texts.ts'

const texts = textsByLanguage.th
const test = bangkokTest()

const isOn = (day: string, time: string) => dayIn('Asia/Bangkok', new Date(time)) === day
const clockTime = (time: string) =>
  new Date(time).toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok', timeStyle: 'short' })

test('a 360 × 640 phone shows the button of the first products below the bar of delivery', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/products/vegetables')
  const bar = page.getByRole('button', { name: /\d\d:\d\d/ })
  await expect(bar).toBeVisible()
  const add = await page.getByRole('button', { name: texts.add(texts.broccoli) }).boundingBox()
  // The bar at the bottom is 64 px high.
  expect((add?.y ?? Number.NaN) + (add?.height ?? 0) / 2).toBeLessThan(640 - 64)
  // The place that is kept before it is loaded.
  expect((await bar.boundingBox())?.height).toBe(52)
})

test('on a phone, a postcode that doesn’t exist is refused at its field; the bar has place and time in a line each', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInShopper(page)
  await page.goto('/add-address')
  const field = (index: number) => page.getByRole('textbox', { name: texts.address[index] ?? '', exact: true })
  const [street, district, province, postcode] = [field(2), field(3), field(4), field(5)]
  await postcode.fill('10500')
  await press(page.getByRole('button', { name: 'สีลม', exact: true }))
  await expect(page.getByText('ค่าส่ง', { exact: true })).toBeVisible()
  await expect(district).toHaveValue('แขวงสีลม เขตบางรัก')
  // Another postcode takes province and sub-district along.
  await postcode.fill('50200')
  await expect(province).toHaveValue('เชียงใหม่')
  await expect(district).toHaveValue('')
  // Of a postcode that several districts have, the typed one's sub-districts are offered, with its fee.
  await postcode.fill('10400')
  await expect(page.getByRole('button', { name: 'สามเสนใน', exact: true })).toBeVisible()
  await district.fill('ราชเทวี')
  await expect(page.getByRole('button', { name: 'สามเสนใน', exact: true })).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'เลือกแขวง/ตำบล' }).getByRole('button')).toHaveText([
    'ทุ่งพญาไท',
    'ถนนพญาไท',
    'ถนนเพชรบุรี',
    'มักกะสัน',
  ])
  const onlyHere = page.getByText('ร้านส่งภายในประเทศไทยเท่านั้น')
  await field(6).fill('ลาว')
  await expect(onlyHere).toBeVisible()
  await field(6).fill('ไทย')
  await expect(onlyHere).toHaveCount(0)
  await district.fill('')
  await postcode.fill('99999')
  await expect(postcode).toHaveAccessibleDescription(/ไม่มีรหัสไปรษณีย์ 99999/)
  await expect(page.getByText('ค่าส่ง', { exact: true })).toHaveCount(0)
  await district.fill('x')
  await street.fill('12 ถนนสีลม')
  await field(7).fill('0812345678')
  await press(page.getByRole('button', { name: texts.saveAddress }))
  await expect(postcode).toBeFocused()
  await examine(page)
  expect((await (await page.request.get('/api/address/get')).json()).addresses).toEqual([])

  await savedAddress(page)
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const { _id: id, userId: _, isDefault: __, ...address } = addresses[0]
  await call(page, '/api/address/edit', { id, address: { ...address, label: 'บ้านคุณแม่ ซอยสีลมสามสิบ' } })
  await broccoliInCart(page)
  await page.clock.install()
  await page.goto('/cart')
  const strip = page.getByRole('button', { name: /^ส่งที่/ })
  const [place, time] = [strip.getByText(/^ส่งที่ บ้านคุณแม่/), strip.getByText(/\d\d:\d\d/).first()]
  await expect(time).toBeVisible()
  expect(await time.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  expect((await place.boundingBox())?.x).toBe((await time.boundingBox())?.x)

  await call(page, '/api/address/edit', { id, address: { ...address, city: 'x', state: 'เชียงใหม่', zipcode: '99999' } })
  // Delivery is asked about each minute, once for all parts of the page.
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/delivery/options')) asked += 1
  })
  await page.clock.runFor(75_000)
  await expect(page.getByRole('button', { name: /^ยังไม่ส่งถึง/ })).toBeVisible()
  expect(asked).toBe(1)
  await page.reload()
  await expect(page.getByRole('main').getByText('ไม่มีรหัสไปรษณีย์ 99999').first()).toBeVisible()
  await examine(page)
})

test('on a phone, an order takes the last of a delivery time, another gets three others, and both are moved', {
  tag: '@phone',
}, async ({ owner: seller, newPage }) => {
  const [first, second] = [await newPage(), await newPage()]
  const template = {
    days: [1, 2, 3, 4, 5, 6, 7],
    starts: 600,
    ends: 630,
    cutOff: 30,
    fee: 20,
    capacity: 1,
    active: true,
  }
  await call(seller, '/api/delivery/save-template', { ...template, id: newId(), seen: 0 })
  const tomorrow = dayIn('Asia/Bangkok', new Date(Date.now() + 86_400_000))
  await test.step('the seller sees the new time', async () => {
    await seller.goto(`/seller/windows?day=${tomorrow}`)
    await expect(seller.getByRole('heading', { level: 2, name: '10:00–10:30' })).toBeVisible()
    await examine(seller)
  })

  const lastWindow = (page: Page) => page.getByRole('radio', { name: '10:00–10:30' })
  const atCart = async (page: Page) => {
    await signedInShopper(page)
    await savedAddress(page)
    await broccoliInCart(page)
    await page.goto('/cart')
    await press(page.getByRole('button', { name: /^พรุ่งนี้/ }))
  }
  await test.step('two shoppers choose the remaining capacity of a window, and one of them orders', async () => {
    // The second shopper chooses it, and a lost connection leaves it to others.
    await second.route('**/api/delivery/hold', (route) => route.abort())
    await atCart(second)
    await press(lastWindow(second))
    await expect(lastWindow(second)).toBeChecked()
    await atCart(first)
    await press(lastWindow(first))
    await expect(first.getByText('เรากันเวลานี้ไว้ให้คุณสิบนาที')).toBeVisible()
    // Broccoli at 49.00, the zone's fee of 30.00, and 20.00 for the time.
    await expect(first.getByText('฿99.00').first()).toBeVisible()
    await examine(first)
    await press(
      first.getByRole('complementary', { name: texts.summary }).getByRole('button', { name: texts.placeOrder }),
    )
    await expect(first).toHaveURL(/\/my-orders/)
    await expect(first.getByRole('article')).toContainText('10:00–10:30')
    await examine(first)
  })

  await test.step('the next cart begins without that time, its fee and a hold', async () => {
    await broccoliInCart(first)
    await first.goto('/cart')
    await press(first.getByRole('button', { name: /^พรุ่งนี้/ }))
    await expect(lastWindow(first)).not.toBeChecked()
    await expect(first.getByText('฿79.00').first()).toBeVisible()
    // Half an hour later nothing is held, and the time stays chosen.
    const later = first.getByRole('radio', { name: /^\d\d:\d\d/, disabled: false }).last()
    const usedUp = 'เรากันที่ให้ครึ่งชั่วโมงนับจากเวลาแรกที่คุณเลือก'
    const json = { success: false, code: 'hold_used_up', message: usedUp }
    await first.route('**/api/delivery/hold', (route) => route.fulfill({ json }))
    await press(later)
    await expect(first.getByText(usedUp)).toBeVisible()
    await expect(later).toBeChecked()
    await expect(first.getByText('เรากันเวลานี้ไว้ให้คุณสิบนาที')).toBeHidden()
    await examine(first)
    // While another day is looked at, the chosen time stays in sight: in the list, and beside the button.
    const summary = first.getByRole('complementary', { name: texts.summary })
    const hours = /\d\d:\d\d.\d\d:\d\d/.exec(await later.ariaSnapshot())?.[0] ?? ''
    const days = summary.getByRole('group', { name: 'เลือกเวลาจัดส่ง' }).getByRole('button')
    await press(days.last())
    await expect(later).not.toBeChecked()
    await expect(summary.getByText(`เวลาที่เลือกไว้ตอนนี้: `)).toContainText(hours)
    await expect(summary.getByRole('paragraph').filter({ hasText: 'เก็บเงินปลายทาง ·' })).toContainText(hours)
    await examine(first)
    await press(summary.getByRole('button', { name: /^พรุ่งนี้/ }))
    await expect(later).toBeChecked()
    await expect(summary.getByText(`เวลาที่เลือกไว้ตอนนี้: `)).toHaveCount(0)
  })

  await test.step('the other shopper gets three other times, and orders for one', async () => {
    // Without a reload.
    await expect(seller.getByRole('main')).toContainText('Mali Rak')
    const ordered = second.getByRole('complementary', { name: texts.summary })
    await press(ordered.getByRole('button', { name: texts.placeOrder }))
    const instead = second.getByRole('alert').getByRole('button', { name: /^เลือก .* \d\d:\d\d–\d\d:\d\d/ })
    await expect(instead).toHaveCount(3)
    await expect(lastWindow(second)).toBeDisabled()
    await expect(second.getByRole('main')).toContainText('เต็ม')
    await examine(second)
    const [, hours = ''] = /(\d\d:\d\d–\d\d:\d\d)/.exec((await instead.nth(1).textContent()) ?? '') ?? []
    // Another day is shown: the list goes to the day of what is chosen.
    await press(second.getByRole('button', { name: /^\S+ \d+ \S+$/ }).last())
    await press(instead.nth(1))
    await expect(instead).toHaveCount(0)
    await expect(second.getByRole('radio', { name: hours })).toBeChecked()
    const dayButton = second.getByRole('main').getByRole('button', { pressed: true })
    const left = await dayButton.evaluate((button) => button.getBoundingClientRect().left)
    expect(left).toBeGreaterThanOrEqual(0)
    await press(ordered.getByRole('button', { name: texts.placeOrder }))
    await expect(second).toHaveURL(/\/my-orders/)
    await expect(second.getByRole('article')).toContainText(hours)
  })

  const move = async (page: Page, time: string) => {
    await press(
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^เปลี่ยนเวลา/ }),
    )
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: 'พรุ่งนี้' }))
    await press(dialog.getByRole('radio', { name: time }))
    await examine(page)
    await press(dialog.getByRole('button', { name: 'เปลี่ยนเวลา', exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('article').first()).toContainText(time)
  }
  const inTime = (hours: string) => seller.getByRole('region', { name: hours, exact: true })
  const number =
    await test.step('the shopper moves the order out of the full window, and the seller back into it', async () => {
      await first.goto('/my-orders')
      await move(first, '13:00–15:00')
      const [{ number }] = (await (await first.request.get('/api/order/user')).json()).orders
      await expect(inTime('13:00–15:00')).toContainText(String(number))
      await seller.goto(`/seller/orders?q=${encodeURIComponent(`#${number}`)}`)
      await move(seller, '10:00–10:30')
      await expect(first.getByRole('article').first()).toContainText('10:00–10:30')
      await seller.goto(`/seller/windows?day=${tomorrow}`)
      await expect(inTime('10:00–10:30')).toContainText(String(number))
      return number
    })

  await test.step('the shopper moves it while the seller looks at the times', async () => {
    // The shopper moves it while the seller looks at the times: the time before isn't chosen again.
    await seller.goto(`/seller/orders?q=${encodeURIComponent(`#${number}`)}`)
    await press(seller.getByRole('button', { name: /^เปลี่ยนเวลา/ }))
    const times = seller.getByRole('dialog')
    await expect(times.getByRole('radio', { name: '10:00–10:30' })).toBeChecked()
    await move(first, '13:00–15:00')
    await expect(times.getByRole('alert').first()).toContainText(/^เวลาเปลี่ยนแล้วระหว่างนี้ ตอนนี้ .*13:00–15:00/)
    await expect(times.getByRole('radio', { name: '13:00–15:00' })).toBeChecked()
    await examine(seller)
    // Another day is only looked at: nothing new is chosen.
    await press(times.getByRole('group').getByRole('button').last())
    await expect(times.getByText(/^เวลาที่เลือกไว้ตอนนี้: .* 13:00–15:00/)).toBeVisible()
    await press(times.getByRole('button', { name: 'เลือกเวลาจัดส่ง' }))
    await expect(times.getByRole('radio', { disabled: false }).first()).toBeFocused()
    await seller.keyboard.press('Escape')
    await expect(times).toHaveCount(0)
    await seller.goto(`/seller/windows?day=${tomorrow}`)
    await expect(inTime('13:00–15:00')).toContainText(String(number))
  })

  await test.step("the shopper's open dialog says so once the shop packs the order", async () => {
    await press(
      first
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^เปลี่ยนเวลา/ }),
    )
    const open = first.getByRole('dialog')
    await expect(open.getByRole('radio').first()).toBeVisible()
    const [{ _id: id }] = (await (await first.request.get('/api/order/user')).json()).orders
    await call(seller, '/api/order/take-step', { id, from: 'Order Placed', status: 'Confirmed' })
    await call(seller, '/api/order/take-step', { id, from: 'Confirmed', status: 'Packing' })
    await expect(open.getByRole('alert')).toContainText('ร้านเริ่มจัดของ')
    await expect(open.getByRole('radio')).toHaveCount(0)
    await examine(first)
  })
})

test('the cart says when it would cancel an unpaid order, and continues it otherwise; its open pages follow the hours', {
  tag: '@desktop',
}, async ({ owner: seller, page }) => {
  const read = async (path: string) => (await seller.request.get(path)).json()
  const account = { proxy: { kind: 'mobile', number: '0812345678' }, receiver: 'Baan Daeng', slipDays: 90 }
  const { version } = await read('/api/settings/promptpay')
  await call(seller, '/api/settings/promptpay', { ...account, enabled: true, seen: version })
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  const saveHours = async (closed: string[]) => {
    const { version } = await read('/api/delivery/hours')
    await call(seller, '/api/delivery/save-hours', { week, closed, seen: version })
  }
  await saveHours([])

  await signedInShopper(page)
  await savedAddress(page)
  const [address] = (await (await page.request.get('/api/address/get')).json()).addresses
  const [product] = (await read('/api/product/list')).products
  const items = [{ product: product._id, quantity: 1 }]
  await call(page, '/api/order/promptpay', { items, address: address._id, delivery: { asap: true } })
  const [order] = (await (await page.request.get('/api/order/user?awaiting=true')).json()).orders
  expect(order.delivery).toMatchObject({ asap: true })

  await test.step('the same cart continues the order; at another time or paid in cash it would cancel it', async () => {
    await call(page, '/api/cart/update', { cartItems: { [product._id]: 1 } })
    await page.goto('/cart')
    const summary = page.getByRole('complementary', { name: 'สรุปคำสั่งซื้อ' })
    const [cash, transfer] = ['เก็บเงินปลายทาง', 'พร้อมเพย์'].map((name) => summary.getByRole('radio', { name }))
    const asap = summary.getByRole('radio', { name: 'เร็วที่สุด' })
    const cancels = page.getByText('เมื่อสั่งซื้อตะกร้านี้ คำสั่งซื้อนั้นจะถูกยกเลิก')
    await expect(asap).toBeChecked()
    await transfer?.check()
    await expect(cancels).toHaveCount(0)
    // In the evening no time of today is left.
    await press(summary.getByRole('button', { name: 'พรุ่งนี้' }))
    await summary.getByRole('radio', { name: '–' }).first().check()
    await expect(cancels).toBeVisible()
    // The order keeps its own time and address.
    const box = page.getByRole('region', { name: `คำสั่งซื้อ ${order.number} รอชำระเงิน` })
    await expect(box).toContainText(/ภายใน \d+ นาทีหลังยืนยันการชำระเงิน · 12 Charoen Krung Road/)
    await examine(page)
    await press(summary.getByRole('button', { name: /^วันนี้/ }))
    await asap.check()
    await expect(cancels).toHaveCount(0)
    await cash?.check()
    await expect(cancels).toBeVisible()
    await transfer?.check()
    await expect(cancels).toHaveCount(0)
    await press(summary.getByRole('button', { name: 'ชำระด้วยพร้อมเพย์' }))
    await expect(page).toHaveURL(`/promptpay?order=${order._id}`)
  })

  const notice = page.getByText(/ตอนนี้ร้านปิด .*แม้ชำระตอนนี้/)
  await page.clock.install()
  await page.goto(`/promptpay?order=${order._id}`)
  await expect(page.getByRole('img', { name: /Baan Daeng/ })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await saveHours([dayIn('Asia/Bangkok')])
  await page.clock.runFor(31_000)
  await expect(notice).toBeVisible()
  await examine(page)

  await page.goto('/my-orders')
  await expect(notice).toBeVisible()
  await saveHours([])
  await page.clock.runFor(31_000)
  await expect(notice).toHaveCount(0)

  await test.step('an order that is moved before it is paid is continued at its new time', async () => {
    await call(page, '/api/order/cancel', { orderId: order._id })
    const { windows } = await read(`/api/delivery/options?postcode=${address.zipcode}`)
    const tomorrow = dayIn('Asia/Bangkok', new Date(Date.now() + 24 * 3600_000))
    const [first, second] = windows.filter(({ from, left }: OpenWindow) => left > 0 && isOn(tomorrow, from))
    await call(page, '/api/order/promptpay', { items, address: address._id, delivery: { window: first.id } })
    const [{ _id: id }] = (await (await page.request.get('/api/order/user?awaiting=true')).json()).orders
    await page.goto('/cart')
    const summary = page.getByRole('complementary', { name: 'สรุปคำสั่งซื้อ' })
    await summary.getByRole('radio', { name: 'พร้อมเพย์' }).check()
    await page.goto('/my-orders')
    await press(page.getByRole('button', { name: /^เปลี่ยนเวลา/ }).first())
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: 'พรุ่งนี้' }))
    await dialog.getByRole('radio', { name: `${clockTime(second.from)}–${clockTime(second.to)}` }).check()
    await press(dialog.getByRole('button', { name: 'เปลี่ยนเวลา', exact: true }))
    await expect(dialog).toHaveCount(0)
    // The button waits until it is known whether there is an unpaid order, which is read last of all here.
    const [asked, mayRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/order/user?*', async (route) => {
      asked.resolve()
      await mayRead.promise
      await route.continue()
    })
    await page.goto('/cart')
    const again = summary.getByRole('button', { name: 'ชำระด้วยพร้อมเพย์' })
    await asked.promise
    await expect(again).toBeDisabled()
    mayRead.resolve()
    await press(again)
    await expect(page).toHaveURL(`/promptpay?order=${id}`)
  })
})

test('a chosen time that is closed is named in the cart, beside “as soon as possible”, and another one is ordered', {
  tag: '@phone',
}, async ({ owner: seller, page }) => {
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  const { version } = await (await seller.request.get('/api/delivery/hours')).json()
  await call(seller, '/api/delivery/save-hours', { week, closed: [], seen: version })
  const template = {
    id: newId(),
    days: [1, 2, 3, 4, 5, 6, 7],
    starts: 690,
    ends: 705,
    cutOff: 30,
    fee: 20,
    capacity: 5,
  }
  await call(seller, '/api/delivery/save-template', { ...template, active: true, seen: 0 })
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const summary = page.getByRole('complementary', { name: texts.summary })
  await expect(summary.getByRole('radio', { name: 'เร็วที่สุด' })).toBeChecked()
  await press(summary.getByRole('button', { name: /^พรุ่งนี้/ }))
  await summary.getByRole('radio', { name: '11:30–11:45' }).check()
  await expect(page.getByText('เรากันเวลานี้ไว้ให้คุณสิบนาที')).toBeVisible()

  await call(seller, '/api/delivery/save-template', { ...template, active: false, seen: 1 })
  await press(summary.getByRole('button', { name: texts.placeOrder }))
  await expect(page.getByText('เวลาที่เลือกไว้เต็มหรือปิดรับแล้ว กรุณาเลือกเวลาอื่น').first()).toBeVisible()
  await examine(page)
  await summary.getByRole('radio', { name: '–', disabled: false }).last().check()
  await press(summary.getByRole('button', { name: texts.placeOrder }))
  await expect(page).toHaveURL(/\/my-orders/)
})
