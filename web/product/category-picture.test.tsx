import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { tintOf } from './categories.ts'
import { CategoryPicture } from './category-picture.tsx'

const own = (name: string) => ({ name, nameTh: name, path: name })
const drawn = (name: string) => renderToStaticMarkup(<CategoryPicture category={own(name)} className="" />)

test('a category without a picture shows the first letter that can stand alone', () => {
  expect(drawn('flowers')).toMatch(/>F<\/text>/)
  // A vowel that is written before its consonant can't stand alone.
  expect(drawn('เครื่องดื่ม')).toMatch(/>ค<\/text>/)
  expect(drawn('“Ready” meals')).toMatch(/>R<\/text>/)
})

test('its colour depends on its path, and differs between categories', () => {
  expect(tintOf(own('Flowers'))).toMatch(/^hsl\(\d+ 45% 87%\)$/)
  expect(tintOf(own('Flowers'))).toBe(tintOf(own('Flowers')))
  expect(tintOf(own('Flowers'))).not.toBe(tintOf(own('Toys')))
  expect(tintOf({ ...own('Fruits'), tint: 'fruits' })).toContain('var(--color-fruits,')
  expect(tintOf(undefined)).toBe('var(--color-sunken)')
})
