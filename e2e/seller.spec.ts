import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './shop-test.ts'
import { call, press, savedAddress, signedInShopper } from './shopper.ts'

/*
 * A seller's day: in, a product with a picture added, its stock switched off, the orders looked at, out.
 */

const english = {
  loginTitle: 'Seller Login',
  email: 'Email',
  password: 'Password',
  login: 'Login',
  home: 'Home',
  greeting: 'Hi! Admin',
  logout: 'Logout',
  loggedOut: 'Logged out',
  wrongPassword: 'Wrong e-mail or password',
  addTitle: 'Add Product',
  picture: (position: number) => `Choose picture ${position}`,
  changePicture: (position: number, name: string) => `Change picture ${position}: ${name}`,
  name: 'Product Name',
  description: 'Product Description',
  category: 'Category',
  bakery: 'Bakery & Breads',
  price: 'Product Price',
  offerPrice: 'Offer Price',
  add: 'ADD',
  added: 'Product Added',
  offerAbove: 'The offer price may not be above the price',
  notAPicture: (name: string) => `${name} is not a JPEG, PNG, WebP or AVIF picture`,
  checkFields: 'Please check the marked fields',
  listLink: 'Product List',
  listTitle: 'All Products',
  search: 'Search products',
  inStock: (name: string) => `${name}: in stock`,
  stockSaved: 'Stock Updated',
  ordersLink: 'Orders',
  ordersTitle: 'Orders List',
  ordersFailed: 'The orders could not be loaded',
  again: 'Try again',
  pending: 'Pending',
}

const thai: typeof english = {
  loginTitle: 'เข้าสู่ระบบผู้ขาย',
  email: 'อีเมล',
  password: 'รหัสผ่าน',
  login: 'เข้าสู่ระบบ',
  home: 'หน้าแรก',
  greeting: 'สวัสดี! แอดมิน',
  logout: 'ออกจากระบบ',
  loggedOut: 'ออกจากระบบแล้ว',
  wrongPassword: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง',
  addTitle: 'เพิ่มสินค้า',
  picture: (position) => `เลือกรูปที่ ${position}`,
  changePicture: (position, name) => `เปลี่ยนรูปที่ ${position}: ${name}`,
  name: 'ชื่อสินค้า',
  description: 'รายละเอียดสินค้า',
  category: 'หมวดหมู่',
  bakery: 'เบเกอรีและขนมปัง',
  price: 'ราคาปกติ',
  offerPrice: 'ราคาเสนอขาย',
  add: 'เพิ่ม',
  added: 'เพิ่มสินค้าแล้ว',
  offerAbove: 'ราคาเสนอขายต้องไม่สูงกว่าราคาปกติ',
  notAPicture: (name) => `${name} ไม่ใช่รูปภาพ JPEG, PNG, WebP หรือ AVIF`,
  checkFields: 'กรุณาตรวจสอบช่องที่มีเครื่องหมาย',
  listLink: 'รายการสินค้า',
  listTitle: 'สินค้าทั้งหมด',
  search: 'ค้นหาสินค้า',
  inStock: (name) => `${name}: มีสินค้า`,
  stockSaved: 'บันทึกสถานะสินค้าแล้ว',
  ordersLink: 'คำสั่งซื้อ',
  ordersTitle: 'รายการคำสั่งซื้อ',
  ordersFailed: 'โหลดคำสั่งซื้อไม่สำเร็จ',
  again: 'ลองอีกครั้ง',
  pending: 'รอชำระ',
}

const wordsOf = (language: string) => (language === 'th' ? thai : english)

// Half faded in, words have too little contrast for as long as that lasts.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a seller adds a product with a picture, sees it in the list and takes it off the shelf', async ({
  page,
  say: { language },
}) => {
  const say = wordsOf(language)
  const name = aName()
  await signIn(page, say)
  await expect(page.getByRole('heading', { level: 1, name: say.addTitle })).toBeVisible()
  await examine(page)

  await page
    .getByLabel(say.picture(1))
    .setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer: await bread() })
  await expect(page.getByLabel(say.changePicture(1, 'bread.png'))).toBeAttached()
  await page.getByRole('textbox', { name: say.name }).fill(name)
  await page.getByRole('textbox', { name: say.description }).fill('Baked this morning\nKeeps for three days')
  await page.getByRole('combobox', { name: say.category }).selectOption(say.bakery)
  await page.getByRole('spinbutton', { name: say.price }).fill('4.50')
  await page.getByRole('spinbutton', { name: say.offerPrice }).fill('3.75')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(page.getByRole('status').filter({ hasText: say.added })).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: say.description })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: say.category })).toHaveValue('')
  await expect(page.getByRole('spinbutton', { name: say.price })).toHaveValue('')
  await expect(page.getByLabel(say.picture(1))).toBeAttached()

  await press(page.getByRole('link', { name: say.listLink }))
  await expect(page.getByRole('heading', { level: 1, name: say.listTitle })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(say.bakery)
  await examine(page)

  const inShop = await page.context().newPage()
  await inShop.goto(`/products?q=${encodeURIComponent(name)}`)
  await press(inShop.getByRole('link', { name, exact: true }))
  await expect(inShop.getByText('Keeps for three days')).toBeVisible()

  await page.getByRole('searchbox', { name: say.search }).fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  const inStock = page.getByRole('switch', { name: say.inStock(name) })
  await expect(inStock).toBeChecked()
  await press(inStock)
  await expect(inStock).not.toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: say.stockSaved })).toBeVisible()
  await page.reload()
  await expect(inStock).not.toBeChecked()

  await inShop.goto(`/products?q=${encodeURIComponent(name)}`)
  await expect(inShop.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(inShop.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('a refused product keeps everything typed and says what is wrong where it is', async ({
  page,
  say: { language },
}) => {
  const say = wordsOf(language)
  await signIn(page, say)
  await page.getByLabel(say.picture(1)).setInputFiles([
    { name: 'bread.png', mimeType: 'image/png', buffer: await bread() },
    { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear shop, this is a letter.') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ])
  await expect(page.getByText(say.notAPicture('notes.txt'))).toBeVisible()
  await page.getByRole('textbox', { name: say.name }).fill('Sourdough')
  await page.getByRole('combobox', { name: say.category }).selectOption(say.bakery)
  await page.getByRole('spinbutton', { name: say.price }).fill('4')
  const offer = page.getByRole('spinbutton', { name: say.offerPrice })
  await offer.fill('5')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(offer).toBeFocused()
  await expect(offer).toHaveAccessibleDescription(say.offerAbove)

  await offer.fill('3')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  const second = page.getByLabel(say.changePicture(2, 'letter.png'))
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(second).toHaveAccessibleDescription(new RegExp(say.notAPicture('letter.png')))
  await expect(page.getByRole('alert').filter({ hasText: say.checkFields })).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('Sourdough')
  await expect(offer).toHaveValue('3')
  await expect(page.getByLabel(say.changePicture(1, 'bread.png'))).toBeAttached()
  await examine(page)
})

test('a stock switch that the shop refuses goes back and says why', async ({ page, say: { language } }) => {
  const say = wordsOf(language)
  await signIn(page, say)
  await press(page.getByRole('link', { name: say.listLink }))
  const first = page.getByRole('switch').first()
  const on = await first.isChecked()
  const message = 'The shop is counting'
  await page.route('**/api/product/stock', (route) =>
    route.fulfill({ json: { success: false, code: 'unavailable', message } }),
  )
  await press(first)
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(first).toBeChecked({ checked: on })
})

test('the seller sees a shopper’s order with its address, and a list that failed can be read again', async ({
  page,
  browser,
  say: { language },
}) => {
  const say = wordsOf(language)
  const name = aName()
  await signIn(page, say)
  await addByCall(page, name)
  const shopping = await browser.newContext()
  const shopper = await shopping.newPage()
  await signedInShopper(shopper)
  await savedAddress(shopper)
  const { addresses } = await (await shopper.request.get('/api/address/get')).json()
  const { products } = await (
    await shopper.request.get('/api/product/list', { params: { q: name, limit: '1' } })
  ).json()
  const items = [{ product: products[0]._id, quantity: 3 }]
  await call(shopper, '/api/order/cod', { items, address: addresses[0]._id })
  await shopping.close()

  let broken = true
  const message = 'The shop is counting'
  await page.route('**/api/order/seller?*', (route) =>
    broken ? route.fulfill({ json: { success: false, code: 'broken', message } }) : route.continue(),
  )
  await press(page.getByRole('link', { name: say.ordersLink }))
  await expect(page.getByRole('heading', { level: 1, name: say.ordersTitle })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: say.ordersFailed })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  broken = false
  await press(page.getByRole('button', { name: say.again }))

  const order = page.getByRole('article').filter({ hasText: name })
  await expect(order).toContainText('× 3')
  for (const words of [
    'Mali Rak',
    '12 Charoen Krung Road',
    'Bang Rak',
    'Bangkok',
    '10500',
    'Thailand',
    '+66 81 234 5678',
  ])
    await expect(order).toContainText(words)
  // Three for 2.50 and 2% tax.
  await expect(order).toContainText('$7.65')
  await expect(order).toContainText('COD')
  await expect(order).toContainText(say.pending)
  await examine(page)
})

test('who isn’t a seller sees the seller’s login, and a signed-in shopper is sent home', async ({
  page,
  say: { language },
}) => {
  const say = wordsOf(language)
  await page.goto('/seller/orders')
  await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await examine(page)
  await page.getByRole('textbox', { name: say.email }).fill((await demoSeller()).email)
  await page.getByRole('textbox', { name: say.password }).fill('not the password')
  await press(page.getByRole('button', { name: say.login, exact: true }))
  await expect(page.getByRole('alert').filter({ hasText: say.wrongPassword })).toBeVisible()
  await press(page.getByRole('link', { name: say.home, exact: true }))
  await expect(page).toHaveURL('/')

  await signedInShopper(page, { verified: false })
  await page.goto('/seller')
  await expect(page).toHaveURL('/')
})

test('a seller who logs out is home, and the seller area asks for the login again', async ({
  page,
  say: { language },
}) => {
  const say = wordsOf(language)
  await signIn(page, say)
  await press(page.getByRole('button', { name: say.logout }))
  await expect(page).toHaveURL('/')
  await page.goto('/seller/product-list')
  await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
})

async function signIn(page: Page, say: typeof english): Promise<void> {
  const { email, password } = await demoSeller()
  await page.goto('/seller')
  await page.getByRole('textbox', { name: say.email }).fill(email)
  await page.getByRole('textbox', { name: say.password }).fill(password)
  await press(page.getByRole('button', { name: say.login, exact: true }))
  await expect(page.getByText(say.greeting).filter({ visible: true })).toBeVisible()
  await expect(page).toHaveURL('/seller')
}

/** The login that the shop made up at its first start and keeps beside its data. */
async function demoSeller(): Promise<{ email: string; password: string }> {
  const { SELLER_EMAIL, SELLER_PASSWORD, E2E_STOCKED_DATA = '' } = process.env
  return {
    email: SELLER_EMAIL ?? 'seller@talad.example',
    password: SELLER_PASSWORD ?? (await readFile(join(E2E_STOCKED_DATA, 'demo-seller-password'), 'utf8')),
  }
}

/** A product's name that no other test uses. */
const aName = () => `Loaf ${randomUUID().slice(0, 8)}`

const bread = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#c98b4a' } })
    .png()
    .toBuffer()

async function addByCall(page: Page, name: string): Promise<void> {
  const productData = JSON.stringify({ name, description: [], category: 'Bakery', price: 3, offerPrice: 2.5 })
  const reply = await page.request.post('/api/product/add', { multipart: { productData } })
  expect(await reply.json()).toMatchObject({ success: true })
}

async function examine(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`))).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  if (size) await page.setViewportSize(size)
}
