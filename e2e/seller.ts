import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { SellerProduct } from '../contract/entities.ts'
import { axeViolations } from './axe.ts'
import { type Caller, call, press, savedAddress, signedInShopper } from './shopper.ts'

/*
 * What the tests of the seller area share: its words, written out by hand, its login, and what is there before a test.
 */

const english = {
  loginTitle: 'Seller log in',
  email: 'Email',
  password: 'Password',
  login: 'Login',
  home: 'Home',
  greeting: 'Hi! Admin',
  logout: 'Logout',
  loggedOut: 'Logged out',
  wrongPassword: 'Wrong email or password',
  addTitle: 'Add Product',
  picture: (position: number) => `Choose picture ${position}`,
  changePicture: (position: number, name: string) => `Change picture ${position}: ${name}`,
  name: 'Product Name',
  description: 'Product Description',
  category: 'Category',
  bakery: 'Bakery & Breads',
  price: 'Product Price',
  offerPrice: 'Offer Price',
  weight: 'Weight',
  stock: 'Pieces in stock',
  add: 'ADD',
  added: 'Product Added',
  editAdded: 'Edit it',
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
  nameTh: 'Name in Thai',
  pictureLeft: (position: number) => `Move picture ${position} left`,
  keptPicture: (position: number) => `Change picture ${position}`,
  draftBack: 'What you typed before is still here.',
  startAfresh: 'Start afresh',
  uploading: /Uploading \d+%|Preparing/,
  edit: (name: string) => `Edit ${name}`,
  editTitle: 'Edit Product',
  save: 'Save changes',
  saved: 'Product Saved',
  saveUnknown: 'it isn’t known yet whether this was saved',
  changedMeanwhile: 'Somebody changed this product meanwhile',
  loadNewest: 'Load the newest, without my changes',
  merge: 'Keep my changes, take theirs for the rest',
  merged: 'Your changes and theirs are put together.',
  sellingPrice: (name: string) => `Selling price of ${name}`,
  regularPrice: (name: string) => `Regular price of ${name}`,
  priceSaved: 'Price saved',
  priceTitle: 'Is this price right?',
  priceFar: (before: string, now: string) => `from ${before} to ${now}`,
  priceBack: 'No, go back',
  priceSure: 'Yes, save it',
  copy: 'Copy this product',
  leaveTitle: 'Leave without saving?',
  keepEditing: 'Keep editing',
  discard: 'Discard changes',
  archive: (name: string) => `Archive ${name}`,
  archived: 'Product archived',
  restore: (name: string) => `Put ${name} back into the shop`,
  restored: 'Product is back in the shop',
  undo: 'Undo',
  filters: 'Filters',
  shelf: 'Stock',
  shelfArchived: 'Archived',
  shelfOut: 'Out of stock',
  shelfOff: 'Switched off',
  categoryFilter: 'Category',
  nothingMatches: 'No product matches',
  showAllProducts: 'Show all products',
  pieces: (name: string) => `Pieces of ${name}`,
  changedTo: (name: string, now: string, mine: string) => `${name} was changed to ${now}. You typed ${mine}.`,
  saveMine: 'Save mine',
  soldOut: 'Sold out',
  sortBy: 'Sort by',
  lowestFirst: 'Lowest price first',
  paid: 'Paid',
  findOrders: 'Name, phone, email, street or number',
  status: 'Status',
  placed: 'Order Placed',
  confirmed: 'Confirmed',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  nothingFound: 'No order matches',
  showAllOrders: 'Show all orders',
  steps: ['Confirm', 'Start packing', 'Hand to rider', 'Delivered'],
  step: (action: string, number: number) => `${action}, order ${number}`,
  cancel: 'Cancel',
  cancelTitle: (number: number) => `Cancel order ${number}?`,
  cancelOrder: 'Cancel the order',
  keepOrder: 'Keep the order',
  order: (number: number) => `Order ${number}`,
  arrived: (number: number) => `New order ${number}, `,
  waiting: (count: number) => `${count} new order${count === 1 ? '' : 's'}`,
  moved: 'This order is already at "Confirmed"',
  sound: 'Sound',
  silent: 'Tap anywhere once to hear new orders',
  loggedOutNote: 'You were logged out. New orders are not heard until you log in.',
  typedKept: 'What you typed is kept',
  skip: 'Skip to the content',
  states: 'Status',
  all: 'All',
  collect: (amount: string) => `To collect ${amount}`,
  nothingToCollect: 'Nothing to collect',
  deliverTitle: (number: number) => `Order ${number} delivered?`,
  cash: (amount: string) => `Collect ${amount} in cash`,
  undeliver: 'Undo delivered',
  undelivered: '“Delivered” undone',
  outForDelivery: 'Out for delivery',
  orderIsNow: (number: number, status: string) => `Order ${number} is now “${status}”`,
  details: 'Totals and steps',
  orderUpdated: 'Order updated',
  waitingOrders: /\d+ new orders? waiting/,
}
export type SellerWords = typeof english

const thai: SellerWords = {
  loginTitle: 'เข้าสู่หลังร้าน',
  email: 'อีเมล',
  password: 'รหัสผ่าน',
  login: 'เข้าสู่ระบบ',
  home: 'หน้าแรก',
  greeting: 'สวัสดี',
  logout: 'ออกจากระบบ',
  loggedOut: 'ออกจากระบบแล้ว',
  wrongPassword: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง',
  addTitle: 'เพิ่มสินค้า',
  picture: (position) => `เลือกรูปที่ ${position}`,
  changePicture: (position, name) => `เปลี่ยนรูปที่ ${position}: ${name}`,
  name: 'ชื่อภาษาอังกฤษ',
  description: 'รายละเอียดภาษาอังกฤษ',
  category: 'หมวดหมู่',
  bakery: 'เบเกอรีและขนมปัง',
  price: 'ราคาปกติ',
  offerPrice: 'ราคาขาย',
  weight: 'ขนาดหรือน้ำหนัก',
  stock: 'จำนวนในสต็อก',
  add: 'เพิ่ม',
  added: 'เพิ่มสินค้าแล้ว',
  editAdded: 'แก้ไขสินค้านี้',
  offerAbove: 'ราคาขายต้องไม่สูงกว่าราคาปกติ',
  notAPicture: (name) => `${name} ไม่ใช่รูปภาพ JPEG, PNG, WebP หรือ AVIF`,
  checkFields: 'กรุณาตรวจสอบช่องสีแดง',
  listLink: 'รายการสินค้า',
  listTitle: 'สินค้าทั้งหมด',
  search: 'ค้นหาสินค้า',
  inStock: (name) => `${name}: เปิดขาย`,
  stockSaved: 'บันทึกสถานะสินค้าแล้ว',
  ordersLink: 'ออเดอร์',
  ordersTitle: 'ออเดอร์ทั้งหมด',
  ordersFailed: 'โหลดออเดอร์ไม่สำเร็จ',
  again: 'ลองใหม่',
  pending: 'รอเก็บเงิน',
  nameTh: 'ชื่อสินค้า',
  pictureLeft: (position) => `เลื่อนรูปที่ ${position} ไปทางซ้าย`,
  keptPicture: (position) => `เปลี่ยนรูปที่ ${position}`,
  draftBack: 'สิ่งที่คุณพิมพ์ไว้ก่อนหน้านี้ยังอยู่',
  startAfresh: 'เริ่มใหม่',
  uploading: /กำลังอัปโหลด \d+%|กำลังเตรียม/,
  edit: (name) => `แก้ไข ${name}`,
  editTitle: 'แก้ไขสินค้า',
  save: 'บันทึกการแก้ไข',
  saved: 'บันทึกสินค้าแล้ว',
  saveUnknown: 'ยังไม่ทราบว่าบันทึกแล้วหรือไม่',
  changedMeanwhile: 'มีผู้อื่นแก้ไขสินค้านี้แล้ว',
  loadNewest: 'ใช้ข้อมูลล่าสุด ทิ้งที่ฉันแก้',
  merge: 'เก็บที่ฉันแก้ ที่เหลือใช้ข้อมูลล่าสุด',
  merged: 'รวมที่คุณแก้กับข้อมูลล่าสุดแล้ว',
  sellingPrice: (name) => `ราคาขายของ ${name}`,
  regularPrice: (name) => `ราคาปกติของ ${name}`,
  priceSaved: 'บันทึกราคาแล้ว',
  priceTitle: 'ราคานี้ถูกต้องหรือไม่',
  priceFar: (before, now) => `จาก ${before} เป็น ${now}`,
  priceBack: 'ไม่ใช่ กลับไปแก้',
  priceSure: 'ใช่ บันทึกเลย',
  copy: 'ทำสำเนาสินค้านี้',
  leaveTitle: 'ออกโดยไม่บันทึก?',
  keepEditing: 'แก้ไขต่อ',
  discard: 'ไม่บันทึก',
  archive: (name) => `นำ ${name} ออกจากร้าน`,
  archived: 'นำสินค้าออกจากร้านแล้ว',
  restore: (name) => `นำ ${name} กลับเข้าร้าน`,
  restored: 'นำสินค้ากลับเข้าร้านแล้ว',
  undo: 'เลิกทำ',
  filters: 'ตัวกรอง',
  shelf: 'สถานะสินค้า',
  shelfArchived: 'นำออกจากร้านแล้ว',
  shelfOut: 'สินค้าหมด',
  shelfOff: 'ปิดขายชั่วคราว',
  categoryFilter: 'หมวดหมู่',
  nothingMatches: 'ไม่พบสินค้าที่ตรงกัน',
  showAllProducts: 'แสดงสินค้าทั้งหมด',
  pieces: (name) => `จำนวนของ ${name}`,
  changedTo: (name, now, mine) => `${name} ถูกแก้เป็น ${now} แล้ว คุณพิมพ์ ${mine}`,
  saveMine: 'บันทึกของฉัน',
  soldOut: 'ขายหมดแล้ว',
  sortBy: 'เรียงตาม',
  lowestFirst: 'ราคาต่ำไปสูง',
  paid: 'ชำระแล้ว',
  findOrders: 'ชื่อ เบอร์โทร อีเมล ถนน หรือเลขออเดอร์',
  status: 'สถานะ',
  placed: 'ออเดอร์ใหม่ รอยืนยัน',
  confirmed: 'ร้านยืนยันแล้ว',
  delivered: 'จัดส่งสำเร็จ',
  cancelled: 'ยกเลิกแล้ว',
  nothingFound: 'ไม่พบออเดอร์ที่ตรงกัน',
  showAllOrders: 'ดูออเดอร์ทั้งหมด',
  steps: ['รับออเดอร์', 'เริ่มจัดสินค้า', 'ออกจัดส่ง', 'ส่งถึงแล้ว'],
  step: (action, number) => `${action} ออเดอร์ ${number}`,
  cancel: 'ยกเลิก',
  cancelTitle: (number) => `ยกเลิกออเดอร์ ${number}?`,
  cancelOrder: 'ยกเลิกออเดอร์',
  keepOrder: 'ไม่ยกเลิก',
  order: (number) => `ออเดอร์ ${number}`,
  arrived: (number) => `ออเดอร์ใหม่ ${number} ยอด `,
  waiting: (count) => `ออเดอร์ใหม่ ${count} รายการ`,
  moved: 'ออเดอร์นี้อยู่ในสถานะ "ร้านยืนยันแล้ว" แล้ว',
  sound: 'เสียงเตือน',
  silent: 'แตะหน้าจอหนึ่งครั้งเพื่อเปิดเสียงเตือน',
  loggedOutNote: 'คุณออกจากระบบแล้ว จะไม่มีเสียงเตือนออเดอร์ใหม่จนกว่าจะเข้าสู่ระบบ',
  typedKept: 'ข้อมูลที่พิมพ์ไว้ยังอยู่ครบ',
  skip: 'ข้ามไปยังเนื้อหา',
  states: 'สถานะ',
  all: 'ทั้งหมด',
  collect: (amount) => `เก็บเงินตอนส่ง ${amount}`,
  nothingToCollect: 'ไม่ต้องเก็บเงิน',
  deliverTitle: (number) => `ออเดอร์ ${number} ส่งถึงแล้ว?`,
  cash: (amount) => `เก็บเงินสด ${amount}`,
  undeliver: 'ย้อนสถานะส่งถึง',
  undelivered: 'ย้อนสถานะส่งถึงแล้ว',
  outForDelivery: 'กำลังจัดส่ง',
  orderIsNow: (number, status) => `ออเดอร์ ${number} เปลี่ยนเป็น “${status}” แล้ว`,
  details: 'ยอดเงินและขั้นตอน',
  orderUpdated: 'อัปเดตออเดอร์แล้ว',
  waitingOrders: /ออเดอร์ใหม่รอรับ \d+ รายการ/,
}

/** The seller area's words in a language. */
export const sellerWords = (language: string): SellerWords => (language === 'th' ? thai : english)

/** Signs the demo's seller in by the seller's login; `here` where the page shows it already. */
export async function signIn(page: Page, say: SellerWords, { here = false } = {}): Promise<void> {
  const { email, password } = await demoSeller()
  if (!here) await page.goto('/seller')
  await page.getByRole('textbox', { name: say.email }).fill(email)
  await page.getByRole('textbox', { name: say.password }).fill(password)
  await press(page.getByRole('button', { name: say.login, exact: true }))
  await expect(page.getByText(say.greeting).filter({ visible: true })).toBeVisible()
  if (!here) await expect(page).toHaveURL('/seller')
}

/** The login that the shop made up at its first start and keeps beside its data. */
export async function demoSeller(): Promise<{ email: string; password: string }> {
  const { SELLER_EMAIL, SELLER_PASSWORD, E2E_STOCKED_DATA = '' } = process.env
  return {
    email: SELLER_EMAIL ?? 'seller@talad.example',
    password: SELLER_PASSWORD ?? (await readFile(join(E2E_STOCKED_DATA, 'demo-seller-password'), 'utf8')),
  }
}

/** Shows the filters of a list, which a phone keeps folded. */
export async function showFilters(page: Page, say: SellerWords): Promise<void> {
  const button = page.getByRole('button', { name: say.filters })
  if (await button.isVisible()) await press(button)
}

/** A product's name that no other test uses. */
export const aName = () => `Loaf ${randomUUID().slice(0, 8)}`

/** A picture of that width. */
export const bread = (width = 800) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#c98b4a' } })
    .png()
    .toBuffer()

/** Expects no violations that axe finds and no horizontal scrolling at 320 px. */
export async function examine(page: Page): Promise<void> {
  // What is being read again is dimmed for as long as that takes.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
  expect(await axeViolations(page)).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  if (size) await page.setViewportSize(size)
}

// --- For tests about something else: what the screens do, by the shop's calls --------------------------------------

/** Signs the demo's seller in on a page or client, without a look at the login. */
export async function signedInSeller(caller: Caller): Promise<void> {
  await call(caller, '/api/seller/login', await demoSeller())
}

/** Signs the demo's seller in and opens a screen of the seller area. */
export async function openAsSeller(page: Page, path: string): Promise<void> {
  await signedInSeller(page)
  await page.goto(path)
}

/** Adds a product; returns its id. */
export async function addByCall(
  { request }: Caller,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const productData = JSON.stringify({ name, description: [], category: 'Bakery', price: 3, offerPrice: 2.5, ...more })
  const reply = await request.post('/api/product/add', { multipart: { productData } })
  const { success, product } = await reply.json()
  expect(success).toBe(true)
  return product._id
}

/** The shop's record of a product, as its seller sees it. */
export async function sellerProduct({ request }: Caller, id: string): Promise<SellerProduct> {
  const { products } = await (await request.get('/api/product/seller', { params: { id } })).json()
  return products[0]
}

export type Buyer = Caller & { buy: (product: string, quantity: number) => Promise<number> }

/** Makes of a client a shopper with an address in that name; `buy` places a cash order and returns its number. */
export async function asBuyer(caller: Caller, lastName: string): Promise<Buyer> {
  await signedInShopper(caller)
  await savedAddress(caller, { lastName, note: 'Side gate, ring twice' })
  const { addresses } = await (await caller.request.get('/api/address/get')).json()
  return {
    ...caller,
    async buy(product, quantity) {
      const data = { items: [{ product, quantity }], address: addresses[0]._id }
      const headers = { 'idempotency-key': randomUUID() }
      const placed = await (await caller.request.post('/api/order/cod', { data, headers })).json()
      expect(placed).toMatchObject({ success: true })
      return placed.orderNumber
    },
  }
}

/** A family name that no other test uses. */
export const aLastName = () => `Rak${randomUUID().replaceAll(/[^a-z]/g, '')}`
