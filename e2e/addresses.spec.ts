import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { broccoliInCart, call, savedAddress, signedInShopper } from './test-data.ts'

test('the address form fills in district and province from the postcode, and shows each error at its field only', {
  tag: '@phone',
}, async ({ page, texts }) => {
  await signedInShopper(page)
  await page.goto('/add-address')
  const field = (index: number) => page.getByRole('textbox', { name: texts.address[index] ?? '', exact: true })
  const [street, district, province] = [field(2), field(3), field(4)]
  const [postcode, country, phone] = [field(5), field(6), field(7)]
  await expect(country).toHaveValue(texts.thailand)
  await phone.fill('โทร')
  await postcode.fill('10900')
  await expect(province).toHaveValue(texts.bangkok)
  await expect(district).toHaveValue(texts.chatuchak)
  // Another postcode clears what the first one filled in, but nothing that was typed.
  await province.fill('Mine')
  await postcode.fill('10110')
  await expect(district).toHaveValue('')
  await expect(province).toHaveValue('Mine')
  await press(page.getByRole('button', { name: texts.khlongToei }))
  await expect(district).toHaveValue(texts.khlongToei)
  await press(page.getByRole('button', { name: texts.saveAddress }))
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAccessibleDescription(texts.thaiPhone)
  await expect(street).toHaveAccessibleDescription(new RegExp(texts.enterStreet))
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})

test('the cart selects the address used last; addresses can be edited and deleted there', { tag: '@phone' }, async ({
  page,
  context,
  texts,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const summary = page.getByRole('complementary')
  await press(summary.getByRole('link', { name: texts.editAddress('12 Charoen Krung Road') }))
  const street = page.getByRole('textbox', { name: texts.address[2] ?? '', exact: true })
  await expect(street).toHaveValue('12 Charoen Krung Road')
  await street.fill('14 Charoen Krung Road')
  await press(page.getByRole('button', { name: texts.saveAddress }))
  await expect(summary.getByText('14 Charoen Krung Road')).toBeVisible()

  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const { userId: _, _id: used, isDefault: __, ...address } = addresses[0]
  await call(page, '/api/address/add', { address: { ...address, street: '7 Silom Road' } })
  const items = Object.keys((await (await page.request.get('/api/user/is-auth')).json()).user.cartItems)
  await call(page, '/api/order/cod', { items: items.map((product) => ({ product, quantity: 1 })), address: used })
  await call(page, '/api/cart/update', { cartItems: { [items[0] ?? '']: 1 } })
  const tab = await context.newPage()
  await tab.goto('/cart')
  const there = tab.getByRole('complementary')
  await expect(there.getByText('14 Charoen Krung Road')).toBeVisible()

  await press(there.getByRole('button', { name: texts.changeAddress }))
  await press(there.getByRole('button', { name: texts.deleteAddress('14 Charoen Krung Road') }))
  await expect(there.getByRole('button', { name: texts.keep })).toBeFocused()
  await press(there.getByRole('button', { name: texts.deleteIt, exact: true }))
  await expect(there.getByRole('radio', { name: '7 Silom Road' })).toBeChecked()
  await expect(there.getByRole('radio', { name: '14 Charoen Krung Road' })).toHaveCount(0)
  await expect(there.getByRole('radio', { name: '7 Silom Road' })).toBeFocused()
})
