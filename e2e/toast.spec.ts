import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'

test('a toast lets presses through, doesn’t cover the search, and disappears even under the pointer', async ({
  page,
  texts,
}) => {
  await page.clock.install()
  await page.goto('/products/vegetables')
  const add = page.getByRole('button', { name: texts.add(texts.broccoli) })
  // The toast stays while it is measured, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(add)
  const message = page.getByRole('region', { name: texts.messages }).getByRole('status')
  await expect(message).toBeVisible()
  const middle = await message.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return { x, y, below: element.parentElement?.contains(document.elementFromPoint(x, y)) }
  })
  expect(middle.below, 'the message gets the press').toBe(false)
  const search = await page.getByRole('banner').getByRole('combobox').boundingBox()
  expect((search?.y ?? 0) + (search?.height ?? 0)).toBeLessThan((await message.boundingBox())?.y ?? 0)
  await page.clock.resume()
  await expect(message).toHaveCount(0)

  // The pointer is there before the toast, and moves.
  await page.mouse.move(middle.x, middle.y)
  const more = page.getByRole('button', { name: texts.oneMore(texts.broccoli) })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(message).toBeVisible()
  await page.mouse.move(middle.x + 2, middle.y + 2)
  await expect(message).toHaveCount(0)
})

test('a toast stays while the pointer is on it', { tag: '@desktop' }, async ({ page, texts }) => {
  await page.clock.install()
  await page.goto('/products/vegetables')
  // The toast's two seconds may not pass before the pointer is on it, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  const message = page.getByRole('region', { name: texts.messages }).getByRole('status')
  const box = await message.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  // Longer than the two seconds after which it would disappear.
  await page.clock.fastForward(2500)
  await expect(message).toBeVisible()
  await page.mouse.move(1, (box?.y ?? 0) - 300)
  await page.clock.resume()
  await expect(message).toHaveCount(0)
})
