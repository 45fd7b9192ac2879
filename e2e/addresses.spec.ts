import { expect, test } from './shop-test.ts'
import { broccoliInCart, call, press, savedAddress, signedInShopper } from './shopper.ts'

test('the form fills in what it can tell, and says at each field what is wrong, with no message over it', {
  tag: '@phone',
}, async ({ page, say }) => {
  await signedInShopper(page)
  await page.goto('/add-address')
  const field = (at: number) => page.getByRole('textbox', { name: say.address[at] ?? '', exact: true })
  const [street, district, province] = [field(2), field(3), field(4)]
  const [postcode, country, phone] = [field(5), field(6), field(7)]
  await expect(country).toHaveValue(say.thailand)
  await phone.fill('โทร')
  await postcode.fill('10900')
  await expect(province).toHaveValue(say.bangkok)
  await expect(district).toHaveValue(say.chatuchak)
  // Another postcode takes back what the first filled in, and nothing that was typed.
  await province.fill('Mine')
  await postcode.fill('10110')
  await expect(district).toHaveValue('')
  await expect(province).toHaveValue('Mine')
  await press(page.getByRole('button', { name: say.khlongToei }))
  await expect(district).toHaveValue(say.khlongToei)
  await press(page.getByRole('button', { name: say.saveAddress }))
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAccessibleDescription(say.thaiPhone)
  await expect(street).toHaveAccessibleDescription(new RegExp(say.enterStreet))
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})

test('an order goes to the address used last; each can be edited and deleted in the cart', { tag: '@phone' }, async ({
  page,
  context,
  say,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const summary = page.getByRole('complementary')
  await press(summary.getByRole('link', { name: say.editAddress('12 Charoen Krung Road') }))
  const street = page.getByRole('textbox', { name: say.address[2] ?? '', exact: true })
  await expect(street).toHaveValue('12 Charoen Krung Road')
  await street.fill('14 Charoen Krung Road')
  await press(page.getByRole('button', { name: say.saveAddress }))
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

  await press(there.getByRole('button', { name: say.changeAddress }))
  await press(there.getByRole('button', { name: say.deleteAddress('14 Charoen Krung Road') }))
  await expect(there.getByRole('button', { name: say.keep })).toBeFocused()
  await press(there.getByRole('button', { name: say.deleteIt, exact: true }))
  await expect(there.getByRole('radio', { name: '7 Silom Road' })).toBeChecked()
  await expect(there.getByRole('radio', { name: '14 Charoen Krung Road' })).toHaveCount(0)
  await expect(there.getByRole('radio', { name: '7 Silom Road' })).toBeFocused()
})
