import { expect, test } from 'vitest'
import { nameWithLanguage } from '../messages/local-name.ts'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { productPath } from './product-path.ts'

const mango = { name: 'Mango', nameTh: 'มะม่วง' }

test('an English page shows the English name', () => {
  overwriteGetLocale(() => 'en')
  expect(nameWithLanguage(mango)).toEqual({ name: 'Mango', lang: undefined })
})

test('a Thai page shows the Thai name, and marks an English one as English', () => {
  overwriteGetLocale(() => 'th')
  expect(nameWithLanguage(mango)).toEqual({ name: 'มะม่วง', lang: undefined })
  expect(nameWithLanguage({ name: 'Mango', nameTh: null })).toEqual({ name: 'Mango', lang: 'en' })
})

test('a product’s path is below that of its category, in lower case and encoded', () => {
  expect(productPath({ _id: '0197-ab', category: 'Fruits' })).toBe('/products/fruits/0197-ab')
  expect(productPath({ _id: 'a', category: 'Tea/Coffee' })).toBe('/products/tea%2Fcoffee/a')
})
