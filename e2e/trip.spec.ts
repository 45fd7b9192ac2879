import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { aName, examine, examineBothSizes } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { addByCall, aLastName, call, joined, movedTo, openAsSeller } from './test-data.ts'

test('a rider takes two orders, delivers one offline, fails to hand the other over, and hands in the cash', {
  tag: '@phone',
}, async ({ page, texts, seller, aBuyer, context, expectConsoleErrors }) => {
  expect(texts.language).toBe('th')
  const product = await addByCall(seller, aName(), { price: 100, offerPrice: 100 })
  const { buy } = await aBuyer(aLastName())
  const numbers = [await buy(product, 2), await buy(product, 2)]
  const ids: string[] = []
  for (const number of numbers) ids.push(await movedTo(seller, number, 'Packing'))
  const card = (number = 0) => page.getByRole('region', { name: `ออเดอร์ ${number}`, exact: true })

  await openAsSeller(page, '/seller/trip')
  for (const number of numbers) {
    const take = page.getByRole('button', { name: `รับออเดอร์ ${number}`, exact: true })
    await press(take)
    // It isn't packed yet: the rider is asked, and leaves it first.
    const question = page.getByRole('dialog', { name: `ออเดอร์ ${number} ยังจัดของไม่เสร็จ` })
    await press(question.getByRole('button', { name: 'ยังไม่รับ' }))
    await expect(card(number)).toHaveCount(0)
    await press(take)
    await examine(page)
    await press(question.getByRole('button', { name: 'รับตอนนี้' }))
    await expect(card(number)).toBeVisible()
  }
  const [first, second] = numbers
  await expect(card(first)).toContainText('เก็บเงิน $204.00')
  await expect(card(first)).toContainText('Side gate, ring twice')
  await expect(card(first).getByRole('link', { name: 'โทร' })).toHaveAttribute('href', /^tel:\+?\d+$/)
  for (const control of await card(first).getByRole('button').or(card(first).getByRole('link')).all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await examine(page)

  // A seller takes a piece off the order while its rider is asked what was collected.
  await press(card(first).getByRole('button', { name: 'ส่งแล้ว' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Mali')
  const box = await dialog.getByRole('button', { name: 'ส่งแล้ว เก็บเงิน $204.00' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 25)
  await page.mouse.down()
  const lines = [{ product, quantity: 1 }]
  await call(seller, '/api/order/refund', { id: ids[0], lines, reason: 'missing', seen: { reduction: 0 } })
  await expect(dialog.getByRole('alert')).toHaveText('ยอดเปลี่ยนแล้ว ตอนนี้ $102.00 (เดิม $204.00)')
  const collected = dialog.getByRole('button', { name: 'ส่งแล้ว เก็บเงิน $102.00' })
  await expect(collected).toBeVisible()
  // The finger went down on the sum before: nothing is sent.
  await page.mouse.up()
  await expect(collected).toBeEnabled()
  await examine(page)
  await expect(dialog.getByRole('textbox')).toHaveValue('Mali')

  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  const photo = await noise(2400)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
  await expect(dialog.getByRole('img')).toBeVisible()
  await press(collected)
  await expect(card(first)).toContainText('ส่งแล้ว รอแจ้งร้าน')
  // Back from another screen the trip is still there.
  await press(page.getByRole('link', { name: 'เงินสดของไรเดอร์' }))
  await expect(card(first)).toHaveCount(0)
  await page.goBack()
  await expect(card(first)).toContainText('ส่งแล้ว รอแจ้งร้าน')
  await press(card(second).getByRole('button', { name: 'ส่งไม่ได้' }))
  // A wrong reason is undone, without a connection too.
  await press(dialog.getByRole('button', { name: 'ไม่ต้องการแล้ว' }))
  await expect(card(second)).toContainText('บันทึกแล้ว: ไม่ต้องการแล้ว')
  await press(card(second).getByRole('button', { name: 'เลิกทำ' }))
  await expect(page.getByText('เก็บไว้ในเครื่องนี้ 1 รายการ')).toBeVisible()
  await press(card(second).getByRole('button', { name: 'ส่งไม่ได้' }))
  await press(dialog.getByRole('button', { name: 'ขอรับเวลาอื่น' }))
  await expect(card(second)).toContainText('บันทึกแล้ว: ขอรับเวลาอื่น')
  await expect(page.getByText('เก็บไว้ในเครื่องนี้ 2 รายการ')).toBeVisible()

  const sent = page.waitForResponse((response) => response.url().endsWith('/api/rider/photo'))
  await context.setOffline(false)
  // Made small on the phone, before the server makes it small.
  const size = Number((await (await sent).request().allHeaders())['content-length'])
  expect(size).toBeGreaterThan(10_000)
  expect(size).toBeLessThan(photo.length / 5)
  await expect(card(first)).toHaveCount(0)
  await expect(card(second)).toHaveCount(0)
  expect(await widthOfPhoto(page, ids[0])).toBe(1600)

  const trip = await context.newPage()
  await trip.goto('/seller/trip')
  await expect(trip.getByText('เงินสดที่ตัวคุณ $102.00')).toBeVisible()
  await press(page.getByRole('link', { name: 'เงินสดของไรเดอร์' }))
  await expect(page.getByRole('link', { name: `ออเดอร์ ${second}` })).toBeVisible()
  const board = await context.newPage()
  await board.goto('/seller/windows')
  const cameBack = board.getByRole('listitem').filter({ has: board.getByText(String(second), { exact: true }) })
  await expect(cameBack).toContainText('กลับมาที่ร้าน: ขอรับเวลาอื่น')
  await examineBothSizes(board)
  await board.close()
  // Not that of another test’s rider.
  await press(page.getByRole('button', { name: /^รับเงินสดของ (?!nok)/i }))
  await expect(dialog).toContainText('$102.00')
  // The rider hands over the other order while the cash is counted.
  await call(seller, '/api/rider/take', { id: randomUUID(), order: ids[1] })
  const other = { id: randomUUID(), order: ids[1], receivedBy: 'Mali', collected: 204 }
  await call(seller, '/api/rider/delivered', other)
  await expect(dialog.getByRole('alert').first()).toHaveText('ยอดเปลี่ยนแล้ว ตอนนี้ $306.00 (เดิม $102.00)')
  await examine(page)
  await dialog.getByRole('textbox').fill('304')
  await expect(dialog.getByText(/^ขาด \$2\.00 และยังค้างอยู่/)).toBeVisible()
  await press(dialog.getByRole('button', { name: 'รับเงินเข้าร้าน' }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('ขาด $2.00').first()).toBeVisible()
  // The open trip shows it by itself.
  await expect(trip.getByText('เงินสดที่ตัวคุณ $2.00')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'seller@talad.example' }).first()).toContainText('$2.00')
  await examine(page)
})

test('an order that was refused says so and isn’t handed out by mistake; a cancelled one is brought back', {
  tag: '@phone',
}, async ({ page, texts, seller, aBuyer, context }) => {
  expect(texts.language).toBe('th')
  const product = await addByCall(seller, aName(), { price: 100, offerPrice: 100 })
  const { buy } = await aBuyer(aLastName())
  const taken = async () => {
    const number = await buy(product, 1)
    const order = await movedTo(seller, number, 'Packing')
    await call(seller, '/api/rider/take', { id: randomUUID(), order })
    return { number, order }
  }
  const refused = await taken()
  await call(seller, '/api/rider/failed-attempt', { id: randomUUID(), order: refused.order, reason: 'refused' })
  await openAsSeller(page, `/seller/orders?q=%23${refused.number}`)
  const card = page.getByRole('article')
  await expect(card).toContainText('กลับมาที่ร้าน: ไม่ต้องการแล้ว')
  await press(card.getByRole('button', { name: /^ออกจัดส่ง/ }))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`ส่งออเดอร์ ${refused.number} อีกครั้ง?`)
  await press(dialog.getByRole('button', { name: 'เก็บไว้ที่ร้าน' }))
  await expect(dialog).toHaveCount(0)
  await expect(card).toContainText('กลับมาที่ร้าน: ไม่ต้องการแล้ว')
  await examine(page)

  const { number, order } = await taken()
  await page.goto('/seller/trip')
  const cancelled = page.getByRole('region', { name: `ออเดอร์ ${number}`, exact: true })
  await expect(cancelled).toContainText('เก็บเงิน')
  await press(cancelled.getByRole('button', { name: 'ส่งแล้ว' }))
  await call(seller, '/api/order/take-step', { id: order, from: 'Out for delivery', status: 'Cancelled' })
  // What is asked says so, too.
  await expect(dialog.getByRole('alert')).toHaveText('ยกเลิกแล้ว นำกลับมาที่ร้าน')
  await page.keyboard.press('Escape')
  await expect(cancelled).toContainText('ยกเลิกแล้ว นำกลับมาที่ร้าน')
  await examine(page)
  await press(cancelled.getByRole('button', { name: 'นำกลับมาแล้ว' }))
  await expect(cancelled).toHaveCount(0)

  // A seller records that it is back at the shop, instead of its rider, and the open trip shows that.
  const forgotten = await taken()
  const isOut = page.getByRole('region', { name: `ออเดอร์ ${forgotten.number}`, exact: true })
  await call(seller, '/api/order/take-step', { id: forgotten.order, from: 'Out for delivery', status: 'Cancelled' })
  await expect(isOut).toContainText('ยกเลิกแล้ว นำกลับมาที่ร้าน')
  const desk = await context.newPage()
  await desk.goto('/seller/trip?cash')
  const row = desk.getByRole('listitem').filter({ hasText: `ออเดอร์ ${forgotten.number}` })
  await expect(row).toContainText('ยกเลิกแล้ว ไรเดอร์กำลังนำกลับมา')
  await examine(desk)
  await press(row.getByRole('button', { name: `ออเดอร์ ${forgotten.number}: ของกลับถึงร้านแล้ว` }))
  await expect(row).toContainText('ยกเลิกแล้ว นำกลับมาแล้ว')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(isOut).toHaveCount(0)
  await desk.close()

  // An order leaves the trip while its dialog is open: the shop would refuse what is entered there.
  const left = await taken()
  const gone = page.getByRole('region', { name: `ออเดอร์ ${left.number}`, exact: true })
  await press(gone.getByRole('button', { name: 'ส่งแล้ว' }))
  await call(seller, '/api/order/undo-step', { id: left.order, from: 'Out for delivery' })
  await expect(dialog.getByRole('alert')).toHaveText('ออเดอร์นี้ไม่อยู่ในรอบส่งของคุณแล้ว กรุณาถามที่ร้าน')
})

test('what a rider did offline is named on the phone if the role was changed, or the account removed, meanwhile', {
  tag: '@phone',
}, async ({ page, texts, seller, aBuyer, context, expectConsoleErrors }) => {
  expect(texts.language).toBe('th')
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/)
  expectConsoleErrors(/40[13]/)
  const product = await addByCall(seller, aName(), { price: 100, offerPrice: 100 })
  const { buy } = await aBuyer(aLastName())
  const email = await joined(page, seller, 'rider')
  const { members } = await (await seller.request.get('/api/staff/list')).json()
  const { id } = members.find((member: { email: string }) => member.email === email)
  await page.goto('/seller/trip')
  /** An order is handed over and paid in cash while the phone is offline. */
  const deliveredOffline = async () => {
    const number = await buy(product, 2)
    const order = await movedTo(seller, number, 'Packing')
    await call(page, '/api/rider/take', { id: randomUUID(), order })
    const card = page.getByRole('region', { name: `ออเดอร์ ${number}`, exact: true })
    await press(card.getByRole('button', { name: 'ส่งแล้ว' }))
    await context.setOffline(true)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Mali')
    await press(dialog.getByRole('button', { name: 'ส่งแล้ว เก็บเงิน $204.00' }))
    await expect(card).toContainText('ส่งแล้ว รอแจ้งร้าน')
    return number
  }

  const first = await deliveredOffline()
  await call(seller, '/api/staff/change-role', { id, role: 'picker' })
  await context.setOffline(false)
  await expect(page).toHaveURL('/seller/orders')
  await expect(page.getByRole('status').filter({ hasText: 'ตอนนี้บทบาทของคุณคือพนักงานจัดสินค้า' })).toBeVisible()
  const refused = page.getByRole('alert').filter({ hasText: `ออเดอร์ ${first}` })
  await expect(refused).toContainText('ส่งแล้ว เก็บเงิน $204.00')
  await expect(refused).toContainText('กรุณาแจ้งร้าน ร้านบันทึกในออเดอร์ให้ได้')
  await examineBothSizes(page)
  await page.goto('/seller/staff')
  await press(refused.getByRole('button', { name: 'อ่านแล้ว' }))
  await expect(refused).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'เมนูหลังร้าน' }).first()).toBeVisible()
  await expect(refused).toHaveCount(0)

  await call(seller, '/api/staff/change-role', { id, role: 'rider' })
  await page.goto('/seller/trip')
  // What waits while a second step has to be set up is sent after that.
  const stepsOf = async (roles: string[]) => {
    const { version } = await (await seller.request.get('/api/staff/factor-roles')).json()
    await call(seller, '/api/staff/factor-roles', { roles, seen: version })
  }
  const waiting = await deliveredOffline()
  const kept = (number: number) => page.getByRole('alert').filter({ hasText: `ออเดอร์ ${number}` })
  await stepsOf(['rider'])
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'ตั้งค่าการยืนยันขั้นที่สอง' })).toBeVisible()
  await expect(kept(waiting)).toContainText('ระบบจะส่งให้เมื่อตั้งค่าการยืนยันขั้นที่สองเสร็จ')
  await examineBothSizes(page)
  await stepsOf([])
  await page.reload()
  await expect(page.getByText('เงินสดที่ตัวคุณ $204.00')).toBeVisible()
  await expect(kept(waiting)).toHaveCount(0)

  const second = await deliveredOffline()
  await call(seller, '/api/staff/remove', { id })
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true })).toBeVisible()
  await expect(kept(second)).toContainText('ส่งแล้ว เก็บเงิน $204.00')
  await examineBothSizes(page)
  await page.reload()
  await press(kept(second).getByRole('button', { name: 'ร้านทราบแล้ว' }))
  await expect(kept(second)).toHaveCount(0)
})

/** Returns a picture of that width which is as large as a photo: noise isn't compressed away. */
const noise = (width: number) =>
  sharp({ create: { width, height: 600, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } } as never })
    .png()
    .toBuffer()

/** Returns the width of the photo of an order's delivery. */
function widthOfPhoto(page: Page, order: string | undefined): Promise<number> {
  return page.evaluate(async (id) => {
    const photo = await (await fetch(`/api/rider/delivery-photo?order=${id}`)).blob()
    return (await createImageBitmap(photo)).width
  }, order)
}
