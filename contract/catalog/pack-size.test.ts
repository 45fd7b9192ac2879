import { expect, test } from 'vitest'
import { limits } from '../values/limits.ts'
import { type PackSize, packSizeOf } from './pack-size.ts'

const said = (texts: string[]) => texts.map((text) => format(packSizeOf(text)))
const format = (size: PackSize | null) => size && `${size.amount} ${size.unit}`

test('reads grams and kilograms', () => {
  const texts = [
    '500 g',
    '500g',
    '1.5 kg',
    '1,5 kg',
    '1,500 g',
    '1 KG',
    '0.25 kg',
    '1/2 kg',
    '½ kg',
    '1.250 kg',
    '500 g.',
  ]
  const grams = [500, 500, 1500, 1500, 1500, 1000, 250, 500, 500, 1250, 500]
  expect(said(texts)).toEqual(grams.map((amount) => `${amount} g`))
})

test('reads volumes', () => {
  expect(said(['1 L', '1.5 L', '600 ml', '33 cl', '2 litres'])).toEqual([
    '1000 ml',
    '1500 ml',
    '600 ml',
    '330 ml',
    '2000 ml',
  ])
})

test('reads numbers of pieces', () => {
  const texts = [
    '12 pcs',
    '1 pc',
    '10 eggs',
    '4 fruits',
    '2 ears',
    '1 pepper',
    '1 dozen',
    '6 cans',
    '1 bunch',
    'pack of 6',
  ]
  expect(said(texts)).toEqual([12, 1, 10, 4, 2, 1, 12, 6, 1, 6].map((amount) => `${amount} piece`))
})

test('reads Thai units and digits', () => {
  const texts = ['500 กรัม', '1 กก.', '1.5 กิโลกรัม', 'ครึ่ง กิโล', '3 ขีด', '๕๐๐ กรัม', '1 ลิตร', '600 มล.', '10 ฟอง']
  expect(said(texts)).toEqual(
    ['500 g', '1000 g', '1500 g', '500 g', '300 g', '500 g', '1000 ml', '600 ml', '10 piece'], //
  )
  expect(said(['1 โหล', '2 คู่', '1 กำ', '3 ชิ้น'])).toEqual(['12 piece', '4 piece', '1 piece', '3 piece'])
})

test('multiplies packs of several', () => {
  const texts = [
    '6 x 330 ml',
    '6x330ml',
    '6 × 330 ml',
    '330 ml × 6',
    '6 bottles x 330 ml',
    '6 ขวด x 330 มล.',
    '2 × 6 pcs',
  ]
  expect(said(texts)).toEqual([...Array(6).fill('1980 ml'), '12 piece'])
  expect(said(['3 × 60 g', '2 x 6 x 100 g'])).toEqual(['180 g', '1200 g'])
})

test('the kind of pack beside a size changes nothing', () => {
  const texts = ['500 g/pack', '500 g per bag', '1 kg bag', 'ถุง 500 กรัม', '500 กรัม/ถุง', 'แพ็ค 6 ชิ้น', 'แพ็ค 1 โหล']
  expect(said(texts)).toEqual(['500 g', '500 g', '1000 g', '500 g', '500 g', '6 piece', '12 piece'])
})

test('reads nothing that it is not sure of', () => {
  const unsure = [
    '',
    ' ',
    '500',
    '6 x 330',
    'about 500 g',
    '~500 g',
    '400-500 g',
    '2 lb',
    '12 oz',
    '1 handful',
    'kg',
    'x',
    'ml x 6',
  ]
  const odd = [
    '500 g 1 kg',
    '500 g x 2 kg',
    '1 kg 500 g',
    '0 g',
    '-500 g',
    '0.5 g',
    '1/3 kg',
    '1/0 kg',
    '1.5 x',
    '1½ kg',
  ]
  const hostile = [
    '1 constructor',
    '1 __proto__',
    '9999999 kg',
    '99999999999 g',
    '999 x 999 x 999 x 999 g',
    '1.2.3 kg',
    '1e3 g',
  ]
  for (const text of [...unsure, ...odd, ...hostile]) expect(packSizeOf(text), text).toBeNull()
  expect(packSizeOf(null)).toBeNull()
  expect(packSizeOf(undefined)).toBeNull()
})

test('reads no text that is longer than a weight may be', () => {
  expect(packSizeOf('500 g'.padEnd(limits.weight))).toEqual({ amount: 500, unit: 'g' })
  expect(packSizeOf('500 g'.padEnd(limits.weight + 1))).toBeNull()
})
