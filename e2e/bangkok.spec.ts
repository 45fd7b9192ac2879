import { dayIn } from '../contract/values/day.ts'
import { newId } from '../server/common/ids.ts'
import { bangkokTest } from './bangkok-test.ts'
import { bread, examine, examineBothSizes } from './seller.ts'
import { expect } from './shop-test.ts'
import { press } from './shopper.ts'
import { broccoliInCart, call, savedAddress, signedInShopper } from './test-data.ts'
import { textsByLanguage } from './texts.ts'

const texts = textsByLanguage.th
const test = bangkokTest()

test('the Bangkok demo is in Thai by default, has prices in baht with VAT, and makes no claims of other shops', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
  await expect(page.getByText('฿79.00').first()).toBeVisible()
  await expect(page.getByText('10,000')).toHaveCount(0)

  // A visitor chooses a place, which the browser remembers, with its zone's fee.
  await press(page.getByRole('button', { name: /ให้ส่งที่ไหน/ }).first())
  const where = page.getByRole('dialog', { name: 'ให้ส่งที่ไหน' })
  await where.getByRole('searchbox').fill('ลาดยาว')
  await press(where.getByRole('button', { name: /ลาดยาว.*10900/ }))
  await press(where.getByRole('button', { name: 'เสร็จ' }))
  // A short place leaves room for all of the time and the fee.
  const fee = page.getByRole('button', { name: /^ส่งที่.*ลาดยาว/ }).getByText('฿1,500')
  await expect(fee.last()).toBeVisible()
  expect(await fee.last().evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  await press(page.getByRole('button', { name: /^ส่งที่.*ลาดยาว/ }))
  await where.getByRole('searchbox').fill('ลุมพินี')
  await press(where.getByRole('button', { name: /ลุมพินี.*10330/ }))
  await expect(where).toContainText('฿50')
  await press(where.getByRole('button', { name: 'เสร็จ' }))
  await page.reload()
  const chip = page.getByRole('button', { name: /^ส่งที่.*ลุมพินี/ }).first()
  await expect(chip).toContainText('฿50')

  await press(page.getByRole('link', { name: 'มะม่วงน้ำดอกไม้', exact: true }))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'มะม่วงน้ำดอกไม้' })).toBeVisible()
  await expect(main.getByText('฿99.00').first()).toHaveCSS('text-decoration-line', 'line-through')
  await expect(main.getByText('MRP')).toHaveCount(0)
  await press(main.getByRole('button', { name: texts.addToCart, exact: true }))

  // Fresh milk carries VAT, the mango doesn't.
  await page.goto('/products/dairy')
  await press(page.getByRole('button', { name: texts.add('นมสดพาสเจอร์ไรส์') }))
  // The time that the cart shows is that of an order of its two products.
  const asked = page.waitForRequest(/\/api\/delivery\/options\?.*\blines=2\b/)
  await page.goto('/cart')
  await asked
  await expect(main.getByText('฿168.00').first()).toBeVisible()
  // With the delivery fee of the place's zone, of which 26.49 are taxed as the milk is.
  await expect(main.getByText('฿218.00').first()).toBeVisible()
  await expect(main.getByText('฿7.56')).toBeVisible()
  await expect(main.getByText('$')).toHaveCount(0)
})

test('a seller adds a zone by sub-district, changes the hours, and closes and removes nothing of an order', {
  tag: '@desktop',
}, async ({ owner: seller, newPage }) => {
  const shopper = await newPage()
  await seller.goto('/seller/delivery')
  const main = seller.getByRole('main')
  const inHeading = (name: string) => main.getByRole('heading', { level: 2, name })
  const save = main.getByRole('button', { name: 'บันทึกเขต' })
  const fees = main.getByRole('textbox', { name: 'ค่าส่ง (฿)' })
  await press(main.getByRole('button', { name: 'เพิ่มเขต' }))
  await expect(inHeading('เขตจัดส่งใหม่')).toBeVisible()
  await press(save)
  await expect(main.getByRole('textbox', { name: 'ชื่อภาษาไทย' })).toBeVisible()
  await expect(inHeading('เขตจัดส่งใหม่')).toBeVisible()
  await examine(seller)

  // In a Thai shop the Thai name is enough.
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('เมืองนนท์')
  const search = main.getByRole('searchbox', { name: 'แขวง/ตำบล เขต/อำเภอ หรือรหัสไปรษณีย์' })
  await search.fill('สวนใหญ่')
  await press(main.getByRole('button', { name: /^(ต\.|ตำบล)?สวนใหญ่/ }))
  await expect(main.getByRole('button', { name: 'นำ สวนใหญ่ ออก' })).toBeVisible()
  await search.fill('11000')
  // Enter searches, and doesn't save the form around it.
  await search.press('Enter')
  await press(main.getByRole('button', { name: /^(ต\.|ตำบล)?ตลาดขวัญ/ }))
  await search.fill('')
  await fees.fill('60')
  await press(main.getByRole('button', { name: 'ลดค่าส่งเมื่อยอดสูงขึ้น' }))
  await main.getByRole('textbox', { name: 'ยอดสินค้าตั้งแต่ (฿)' }).nth(1).fill('500')
  // Not cheaper than the first.
  await fees.nth(1).fill('60')
  await press(save)
  await expect(main.getByText('รายการถัดไปต้องเริ่มจากยอดที่สูงขึ้นและค่าส่งต่ำลง')).toBeVisible()
  await examine(seller)
  await fees.nth(1).fill('0')
  await press(save)
  await expect(inHeading('เขตจัดส่ง')).toBeVisible()
  const zone = main.getByRole('listitem').filter({ has: seller.getByRole('heading', { name: 'เมืองนนท์' }) })
  await expect(zone).toContainText('ค่าส่ง ฿60 ครบ ฿500 ส่งฟรี')
  await expect(zone).toContainText('ตลาดขวัญ')
  await examine(seller)

  await press(zone.getByRole('button', { name: 'แก้ไข เมืองนนท์' }))
  await expect(main.getByRole('textbox', { name: 'ชื่อภาษาไทย' })).toHaveValue('เมืองนนท์')
  await press(main.getByRole('button', { name: 'ลบค่าส่งจากยอด 500' }))
  await fees.fill('70')
  await press(main.getByRole('button', { name: 'นำ ตลาดขวัญ ออก' }))
  await press(save)
  await expect(zone).toContainText('ค่าส่ง ฿70')
  await expect(zone).not.toContainText('ส่งฟรี')
  await expect(zone).not.toContainText('ตลาดขวัญ')

  await signedInShopper(shopper)
  const nonthaburi = { city: 'สวนใหญ่ เมืองนนทบุรี', state: 'นนทบุรี', zipcode: '11000', country: 'ไทย' }
  const person = { firstName: 'Mali', lastName: 'Rak', street: '9 ถนนพิบูลสงคราม', phone: '081 234 5678' }
  await call(shopper, '/api/address/add', { address: { ...person, ...nonthaburi } })
  const read = async (path: string) => (await shopper.request.get(path)).json()
  const [{ _id: address }] = (await read('/api/address/get')).addresses
  const options = await read(`/api/delivery/options?address=${address}`)
  expect(options.zone).toMatchObject({ nameTh: 'เมืองนนท์' })
  const { products } = await read('/api/product/list')
  const order = {
    address,
    items: [{ product: products[0]._id, quantity: 1 }],
    delivery: { window: options.windows.findLast(({ left }: { left: number }) => left > 0).id },
  }
  await call(shopper, '/api/order/cod', order)

  // A day with orders can't be closed; other hours are saved.
  const booked = new Date(options.windows.findLast(({ left }: { left: number }) => left > 0).from)
  const [{ _id: id, number }] = (await read('/api/order/user')).orders
  const closing = seller.getByLabel('วันที่', { exact: true })
  const day = dayIn('Asia/Bangkok', booked)
  // With the year as the shop's Thai screens print it.
  await closing.fill(day.replace(/^\d+/, (year) => String(Number(year) + 543)))
  await expect(closing).toHaveValue(day)
  await press(main.getByRole('button', { name: 'เพิ่มวันหยุด' }))
  await press(main.getByRole('button', { name: 'บันทึกเวลาทำการ' }))
  await expect(main.getByRole('listitem').filter({ hasText: `ออเดอร์ ${number}` })).toBeVisible()
  await examine(seller)
  await press(main.getByRole('button', { name: /^เปิด .* ตามปกติ$/ }))
  // A wrong time is marked at its field, in words that name its day.
  const monday = main.getByLabel('วันจันทร์ ปิด', { exact: true })
  await monday.fill('07:00')
  await press(main.getByRole('button', { name: 'บันทึกเวลาทำการ' }))
  await expect(monday).toHaveAttribute('aria-invalid', 'true')
  await expect(monday).toHaveAccessibleDescription(/^วันจันทร์: /)
  await expect(monday).toBeFocused()
  await expect(main.locator('[aria-invalid="true"]')).toHaveCount(1)
  await examine(seller)
  await monday.fill('22:30')
  // What is promised now is read again with other hours.
  const promised = seller.waitForResponse(/\/api\/delivery\/options/)
  await press(main.getByRole('button', { name: 'บันทึกเวลาทำการ' }))
  await promised
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  // The settings of the shop have words for the hours. They say that the contact page shows these instead.
  const inMenu = (name: string) => seller.getByRole('navigation').getByRole('link', { name, exact: true })
  await press(inMenu('ตั้งค่า'))
  await expect(main.getByRole('textbox', { name: 'เวลาทำการภาษาอังกฤษ' })).toHaveAccessibleDescription(
    /ขณะนี้ไม่แสดง.* วันจันทร์ 08:00–22:30/,
  )
  await press(inMenu('การจัดส่ง'))
  await expect(main.getByLabel('วันจันทร์ ปิด', { exact: true })).toHaveValue('22:30')
  const { hours } = await (await seller.request.get('/api/delivery/hours')).json()
  expect(hours.week.filter(({ day }: { day: number }) => day < 3)).toEqual([
    { day: 1, from: '08:00', to: '22:30' },
    { day: 2, from: '08:00', to: '21:00' },
  ])
  expect(hours.closed).toEqual([])

  // A rule for unconfirmed orders names those that wait, before it is saved.
  await press(main.getByRole('radio', { name: /^ยกเลิกและแจ้งลูกค้า/ }))
  const rule = main.getByRole('status').filter({ hasText: 'จะถูกยกเลิกด้วย' })
  await expect(rule).toContainText(/ตอนนี้มี \d+ คำสั่งซื้อรอยืนยัน/)
  await examine(seller)
  await press(main.getByRole('radio', { name: /^เตือนต่อไป/ }))
  await expect(rule).toHaveCount(0)
  const ordered = async () => {
    const { status, amount, delivery } = (await read(`/api/order/get?id=${id}`)).order
    return { status, amount, delivery }
  }
  const before = await ordered()
  const dialog = seller.getByRole('dialog', { name: 'ลบ เมืองนนท์' })
  await press(zone.getByRole('button', { name: 'ลบ เมืองนนท์' }))
  await expect(dialog).toContainText('คำสั่งซื้อเดิมยังเหมือนเดิม')
  await examine(seller)
  await press(dialog.getByRole('button', { name: 'ลบ', exact: true }))
  await expect(dialog).toBeHidden()
  await expect(zone).toHaveCount(0)
  expect(await ordered()).toEqual(before)
})

test('saving takes along a typed closed day, and asks for what is typed in part or searched without a choice', {
  tag: '@desktop',
}, async ({ owner: seller }) => {
  const savedHours = async () => (await (await seller.request.get('/api/delivery/hours')).json()).hours
  const { closed: before, week } = await savedHours()
  await seller.goto('/seller/delivery')
  const main = seller.getByRole('main')
  const day = main.getByLabel('วันที่', { exact: true })
  const save = main.getByRole('button', { name: 'บันทึกเวลาทำการ' })

  // Only the day is typed, and it counts as a change.
  await day.fill('2099-12-31')
  await press(seller.getByRole('navigation').getByRole('link', { name: 'โปรโมชัน' }).first())
  const asked = seller.getByRole('dialog')
  await press(asked.getByRole('button', { name: 'แก้ไขต่อ' }))
  await expect(day).toHaveValue('2099-12-31')

  for (const [typed, error] of [
    ['2020-01-01', 'วันที่เลือกผ่านไปแล้ว'],
    ['', 'กรุณากรอกให้ครบ หรือลบออก'],
  ] as const) {
    await day.fill(typed)
    // The browser has no value of a day without its year.
    if (typed === '') await day.pressSequentially('12')
    await press(save)
    await expect(day).toBeFocused()
    await expect(day).toHaveAccessibleDescription(error)
    await examine(seller)
  }
  expect(await savedHours()).toEqual({ closed: before, week })

  await day.fill('2099-12-31')
  await press(save)
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  await expect(day).toHaveValue('')
  await expect(main.getByRole('listitem').filter({ hasText: '31 ธันวาคม' })).toBeVisible()
  expect(await savedHours()).toEqual({ closed: [...before, '2099-12-31'], week })
  await call(seller, '/api/delivery/save-hours', {
    closed: before,
    week,
    seen: (await (await seller.request.get('/api/delivery/hours')).json()).version,
  })

  await press(main.getByRole('button', { name: 'เพิ่มเขต' }))
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('นนท์')
  const area = main.getByRole('searchbox', { name: 'แขวง/ตำบล เขต/อำเภอ หรือรหัสไปรษณีย์' })
  await area.fill('สวนใหญ่')
  await press(main.getByRole('button', { name: 'บันทึกเขต' }))
  await expect(area).toBeFocused()
  await expect(area).toHaveAccessibleDescription('เลือกพื้นที่จากรายการ หรือลบข้อความในช่องนี้')
  await examineBothSizes(seller)
  await press(main.getByRole('button', { name: /^(ต\.|ตำบล)?สวนใหญ่/ }))
  await expect(area).not.toHaveAttribute('aria-invalid')
  // Chosen for the text, which may stay; more text is another search.
  await main.getByRole('textbox', { name: 'ค่าส่ง (฿)' }).fill('60')
  await area.fill('บางเขน')
  await press(main.getByRole('button', { name: 'บันทึกเขต' }))
  await expect(area).toHaveAttribute('aria-invalid', 'true')
  const { zones } = await (await seller.request.get('/api/delivery/zones')).json()
  expect(zones.map(({ nameTh }: { nameTh?: string }) => nameTh)).not.toContain('นนท์')

  await press(main.getByRole('button', { name: 'กลับไปที่รายการ' }))
  await press(seller.getByRole('dialog').getByRole('button', { name: 'ไม่บันทึก' }))
  await seller.goto('/seller/promotions')
  await press(main.getByRole('button', { name: 'เพิ่มโปรโมชัน' }))
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('ลดวันนี้')
  await main.getByRole('combobox', { name: 'ลดจาก' }).selectOption('products')
  const product = main.getByRole('searchbox', { name: 'ค้นหาสินค้าเพื่อเพิ่ม' })
  await product.fill('นม')
  const starts = main.getByLabel('ตั้งแต่', { exact: true })
  await starts.pressSequentially('12')
  await press(main.getByRole('button', { name: 'บันทึกโปรโมชัน' }))
  await expect(product).toBeFocused()
  await expect(product).toHaveAccessibleDescription('เลือกสินค้าจากรายการ หรือลบข้อความในช่องนี้')
  await expect(starts).toHaveAccessibleDescription('กรุณากรอกให้ครบ หรือลบออก')
  await examineBothSizes(seller)
})

test('a seller adds a zone of the rest of the country', {
  tag: '@desktop',
}, async ({ owner: seller, newPage }) => {
  const shopper = await newPage()
  await seller.goto('/seller/delivery')
  const main = seller.getByRole('main')
  const search = main.getByRole('searchbox', { name: 'แขวง/ตำบล เขต/อำเภอ หรือรหัสไปรษณีย์' })
  const fees = main.getByRole('textbox', { name: 'ค่าส่ง (฿)' })
  await signedInShopper(shopper)
  const read = async (path: string) => (await shopper.request.get(path)).json()
  const person = { firstName: 'Mali', lastName: 'Rak', street: '9 ถนนพิบูลสงคราม', phone: '081 234 5678' }

  // The rest of the country for ฿50, free from ฿500.
  const chiangMai = { city: 'เมืองเชียงใหม่', state: 'เชียงใหม่', zipcode: '50200', country: 'ไทย' }
  await call(shopper, '/api/address/add', { address: { ...person, ...chiangMai } })
  const [{ _id: address }] = (await read('/api/address/get')).addresses
  expect(await read(`/api/delivery/options?address=${address}`)).toMatchObject({ delivers: false, why: 'area' })
  await press(main.getByRole('button', { name: 'เพิ่มเขต' }))
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('ทั่วไทย')
  await press(main.getByRole('switch', { name: 'ส่งทั่วประเทศไทย' }))
  await expect(search).toHaveCount(0)
  // Not the minutes of a zone nearby: the whole country would be promised a time by them.
  await expect(main.getByRole('textbox', { name: 'เวลาขี่ส่ง (นาที)' })).toHaveValue('')
  await main.getByRole('textbox', { name: 'เวลาขี่ส่ง (นาที)' }).fill('600')
  await fees.fill('50')
  await press(main.getByRole('button', { name: 'ลดค่าส่งเมื่อยอดสูงขึ้น' }))
  await main.getByRole('textbox', { name: 'ยอดสินค้าตั้งแต่ (฿)' }).nth(1).fill('500')
  await examine(seller)
  await press(main.getByRole('button', { name: 'บันทึกเขต' }))
  const rest = main.getByRole('listitem').filter({ has: seller.getByRole('heading', { name: 'ทั่วไทย' }) })
  await expect(rest).toContainText('ค่าส่ง ฿50 ครบ ฿500 ส่งฟรี')
  await expect(rest).toContainText('พื้นที่ที่เหลือ')
  await expect(rest.getByRole('button', { name: 'เลื่อน ทั่วไทย ขึ้น' })).toHaveAttribute('aria-disabled', 'true')
  await examine(seller)
  await broccoliInCart(shopper)
  await shopper.goto('/cart')
  await expect(shopper.getByRole('main').getByText('฿99.00').first()).toBeVisible()
  expect(await read(`/api/delivery/options?address=${address}`)).toMatchObject({
    zone: { nameTh: 'ทั่วไทย' },
    asap: null,
  })
})

test('the owner adds, names, moves and removes categories without a restart, and shoppers see it at once', {
  tag: '@desktop',
}, async ({ owner: seller, newPage }) => {
  const shopper = await newPage()
  await seller.goto('/seller/settings?topic=categories')
  const main = seller.getByRole('main')
  await press(main.getByRole('button', { name: 'เพิ่มหมวดหมู่' }))
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByRole('textbox', { name: 'ชื่อภาษาอังกฤษ' })).toHaveAttribute('aria-invalid', 'true')
  const id = newId().slice(-6)
  await main.getByRole('textbox', { name: 'ชื่อภาษาอังกฤษ' }).fill(`Best sellers ${id}`)
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill(`ดอกไม้ ${id}`)
  const picture = { name: 'flower.png', mimeType: 'image/png', buffer: await bread(400) }
  await main.getByLabel('เลือกรูป', { exact: true }).setInputFiles(picture)
  await expect(main.getByRole('button', { name: 'เอารูปออก' })).toBeVisible()
  await examineBothSizes(seller)
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByRole('heading', { level: 3, name: `ดอกไม้ ${id}` })).toBeVisible()

  await expect(main.getByRole('textbox')).toHaveCount(0)

  // By the keyboard alone; the focus stays on the button.
  const up = main.getByRole('button', { name: `เลื่อน ดอกไม้ ${id} ขึ้น` })
  await up.focus()
  const rows = main.getByRole('heading', { level: 3 })
  const count = await rows.count()
  for (let position = count - 1; position > 0; position -= 1) {
    await seller.keyboard.press('Enter')
    await expect(rows.nth(position - 1)).toContainText(id)
    await expect(main.getByRole('status').filter({ hasText: `ลำดับที่ ${position} แล้ว` })).toBeAttached()
  }
  await expect(up).toBeFocused()
  await examineBothSizes(seller)

  await shopper.goto('/')
  const link = shopper.getByRole('main').getByRole('link', { name: `ดอกไม้ ${id}` })
  await expect(link.locator('img')).toHaveAttribute('src', /^\/pictures\//)
  await press(link)
  await expect(shopper).toHaveURL(`/products/best-sellers-${id}`)
  await expect(shopper.getByRole('banner')).toBeVisible()
  await expect(shopper.getByRole('heading', { level: 1, name: `ดอกไม้ ${id}` })).toBeVisible()
  // The same tab's form of a new product offers it too.
  await press(seller.locator('nav').getByRole('link', { name: 'เพิ่มสินค้า' }))
  await expect(main.getByRole('option', { name: `ดอกไม้ ${id}` })).toBeAttached()

  await seller.goto('/seller/settings?topic=categories')
  await press(main.getByRole('button', { name: 'ลบ ผักสด' }))
  const dialog = seller.getByRole('dialog')
  await expect(dialog).toContainText('มีสินค้า 15 รายการ')
  await examineBothSizes(seller)
  await press(dialog.getByRole('button', { name: 'เก็บไว้' }))
  await press(main.getByRole('button', { name: `ลบ ดอกไม้ ${id}` }))
  await press(dialog.getByRole('button', { name: 'ลบ', exact: true }))
  await expect(seller.getByText(`ลบ ดอกไม้ ${id} แล้ว`)).toBeVisible()
  await shopper.goto('/')
  await expect(shopper.getByRole('main').getByRole('link', { name: `ดอกไม้ ${id}` })).toHaveCount(0)

  await test.step('a colleague’s change stays in the fields that weren’t changed here, and a removal loses no text', async () => {
    const english = main.getByRole('textbox', { name: 'ชื่อภาษาอังกฤษ' })
    const save = main.getByRole('button', { name: 'บันทึก', exact: true })
    const row = (nameTh: string) => main.getByRole('listitem').filter({ hasText: nameTh })
    await press(main.getByRole('button', { name: 'เพิ่มหมวดหมู่' }))
    await english.fill(`Herbs ${id}`)
    await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill(`สมุนไพร ${id}`)
    await press(save)
    await press(row(`สมุนไพร ${id}`).getByRole('button', { name: /^แก้/ }))
    await english.fill(`Thai herbs ${id}`)
    type Category = { path: string; name: string; nameTh: string; picture: unknown }
    const colleague = async (change: (own: Category) => Category[]) => {
      const { categories, version } = await (await seller.request.get('/api/settings/categories')).json()
      const changed = categories.flatMap(({ path, name, nameTh, picture }: Category) => {
        const category = { path, name, nameTh, picture }
        return name.endsWith(id) ? change(category) : [category]
      })
      await call(seller, '/api/settings/categories', { categories: changed, seen: version })
    }
    await colleague((own) => [{ ...own, nameTh: `พืช ${id}` }])
    await press(save)
    await expect(main.getByRole('textbox', { name: 'ชื่อภาษาไทย' })).toHaveValue(`พืช ${id}`)
    await expect(english).toHaveValue(`Thai herbs ${id}`)
    await colleague(() => [])
    await press(save)
    await expect(main.getByText('มีผู้อื่นลบหมวดหมู่นี้ไปแล้ว')).toBeVisible()
    await examine(seller)
    await press(save)
    await expect(row(`พืช ${id}`)).toContainText(`Thai herbs ${id}`)
    await press(main.getByRole('button', { name: `ลบ พืช ${id}` }))
    await press(dialog.getByRole('button', { name: 'ลบ', exact: true }))
    await expect(row(`พืช ${id}`)).toHaveCount(0)
  })
})

test('a new product gets the tax class of most products in its category, until the seller chooses another', {
  tag: '@desktop',
}, async ({ owner: seller }) => {
  await seller.goto('/seller')
  const main = seller.getByRole('main')
  const category = main.getByRole('combobox', { name: 'หมวดหมู่' })
  const taxClass = main.getByRole('combobox', { name: 'ประเภทภาษี' })
  await expect(taxClass).toHaveValue('')
  await category.selectOption('Vegetables')
  await expect(taxClass).toHaveValue('exempt')
  await expect(taxClass).toHaveAccessibleDescription('สินค้าส่วนใหญ่ในหมวด “ผักสด” ใช้: ยกเว้น VAT')
  await category.selectOption('Drinks')
  await expect(taxClass).toHaveValue('')
  await taxClass.selectOption('exempt')
  await category.selectOption('Bakery')
  await expect(taxClass).toHaveAccessibleDescription(/อัตราปกติ \(7%\)$/)
  await expect(taxClass).toHaveValue('exempt')
})

test('the owner plans another tax rate, and sees what a cart costs then', {
  tag: '@desktop',
}, async ({ owner: seller, newPage }) => {
  const shopper = await newPage()
  await seller.goto('/seller/settings?topic=tax')
  const main = seller.getByRole('main')
  await expect(main.getByText('จ่าย ฿107.00: ฿100.00 กับภาษี ฿7.00 (7%)')).toBeVisible()
  const standard = main.getByRole('group', { name: 'Standard rate' })
  await press(standard.getByRole('button', { name: 'เพิ่มอัตราให้ Standard rate' }))
  await standard.getByRole('textbox', { name: 'ร้อยละ' }).last().fill('10')
  await expect(main.getByText('จ่าย ฿107.00: ฿97.27 กับภาษี ฿9.73 (10%)')).toBeVisible()
  await examineBothSizes(seller)
  await standard.getByLabel('ตั้งแต่').last().fill(dayIn('Asia/Bangkok'))
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByText('ต้องเริ่มพรุ่งนี้หรือหลังจากนั้น').first()).toBeVisible()
  await standard.getByLabel('ตั้งแต่').last().fill('2099-01-01')
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  // A rate that hasn’t begun can be deleted.
  await press(standard.getByRole('button', { name: /^ลบอัตราที่/ }).last())
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByText('(10%)')).toHaveCount(0)

  // A cart that is open while the tax changes shows the new total, and orders it.
  const taxNow = async () => (await seller.request.get('/api/settings/tax')).json()
  const { rounding, classes, issuer } = await taxNow()
  const rates = classes.map(({ products: _, ...each }: { products: number }) => each)
  const saveTax = async (changes: { mode: 'added' | 'included'; issuer: object | null }) =>
    call(seller, '/api/settings/tax', { rounding, classes: rates, ...changes, seen: (await taxNow()).version })
  await signedInShopper(shopper)
  await savedAddress(shopper)
  const { products } = await (await shopper.request.get('/api/product/list')).json()
  const milk = products.find((each: { nameTh: string }) => each.nameTh === 'นมสดพาสเจอร์ไรส์')._id
  await call(shopper, '/api/cart/update', { cartItems: { [milk]: 1 } })
  await shopper.goto('/cart')
  await press(shopper.getByRole('button', { name: /^พรุ่งนี้/ }))
  await press(shopper.getByRole('radio', { name: '13:00–15:00' }))
  const summary = shopper.getByRole('complementary', { name: texts.summary })
  const order = summary.getByRole('button', { name: texts.placeOrder })
  await expect(order).toContainText('฿119.00')
  await saveTax({ mode: 'added', issuer: null })
  await press(order)
  // In cash.
  await expect(order).toContainText('฿127.25')
  await expect(summary).toContainText('฿127.33')
  await press(order)
  await expect(shopper).toHaveURL(/\/my-orders/)
  await saveTax({ mode: 'included', issuer })
})

test('the owner gives the shop another name and a logo', {
  tag: '@desktop',
}, async ({ owner: seller, newPage }) => {
  const shopper = await newPage()
  const main = seller.getByRole('main')
  await seller.goto('/seller/settings')
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('บ้านแดง')
  await main.getByRole('textbox', { name: 'อีเมล' }).fill('nobody')
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByRole('textbox', { name: 'อีเมล' })).toHaveAttribute('aria-invalid', 'true')
  await main.getByRole('textbox', { name: 'อีเมล' }).fill('hello@baandaeng.example')
  await examineBothSizes(seller)
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  await shopper.goto('/contact')
  await expect(shopper).toHaveTitle(/บ้านแดง|Talad/)
  await expect(shopper.getByRole('banner')).toContainText('บ้านแดง')
  await expect(shopper.getByRole('link', { name: 'hello@baandaeng.example' })).toBeVisible()
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await bread(400) }
  await main.getByLabel('เลือกรูป', { exact: true }).setInputFiles(logo)
  await expect(main.getByRole('button', { name: 'เอารูปออก' })).toBeVisible()
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByText(/แก้ไขล่าสุดโดย/)).toBeVisible()
  await expect(async () => {
    await shopper.goto('/')
    await expect(shopper.getByRole('banner').getByRole('img', { name: 'บ้านแดง' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await examineBothSizes(shopper)
})
