import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'

test('a message takes no press from what lies below it, stays clear of the search, and leaves although the pointer rests on it', async ({
  page,
  say,
}) => {
  await page.goto('/products/vegetables')
  const add = page.getByRole('button', { name: say.add(say.broccoli) })
  await press(add)
  const message = page.getByRole('region', { name: say.messages }).getByRole('status')
  await expect(message).toBeVisible()
  const middle = await message.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return { x, y, below: element.parentElement?.contains(document.elementFromPoint(x, y)) }
  })
  expect(middle.below, 'the message gets the press').toBe(false)
  const search = await page.getByRole('banner').getByRole('combobox').boundingBox()
  expect((search?.y ?? 0) + (search?.height ?? 0)).toBeLessThan((await message.boundingBox())?.y ?? 0)
  await expect(message).toHaveCount(0)

  // The pointer is there before the message, and stirs.
  await page.mouse.move(middle.x, middle.y)
  const more = page.getByRole('button', { name: say.oneMore(say.broccoli) })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(message).toBeVisible()
  await page.mouse.move(middle.x + 2, middle.y + 2)
  await expect(message).toHaveCount(0)
})

test('a toast stays while the pointer is on it', { tag: '@desktop' }, async ({ page, say }) => {
  await page.clock.install()
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  const message = page.getByRole('region', { name: say.messages }).getByRole('status')
  const box = await message.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  // Longer than the two seconds that it stays by itself.
  await page.clock.fastForward(2500)
  await expect(message).toBeVisible()
  await page.mouse.move(1, (box?.y ?? 0) - 300)
  await expect(message).toHaveCount(0)
})
