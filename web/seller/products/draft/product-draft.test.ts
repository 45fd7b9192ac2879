import { expect, test } from 'vitest'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { pageSettingsOf } from '../../../../contract/settings/page-settings.ts'
import { taxRules } from '../../../../contract/settings/shop.ts'
import { shop as sample } from '../../../../shop.config.ts'
import { setShop } from '../../../shop.ts'
import {
  draftOf,
  errorsOfDraft,
  mergedDraft,
  type ProductDraft,
  productOf,
  suspiciousPriceOf,
} from './product-draft.ts'

const potato: ProductDraft = {
  ...draftOf(undefined),
  name: 'Potato',
  category: 'Fruits',
  price: '30.00',
  offerPrice: '25.00',
}

test('prices are sent as parsed', () => {
  expect(productOf({ ...potato, price: '1,234.50', offerPrice: '๒๕,๕' })).toMatchObject({
    price: '1234.50',
    offerPrice: '25.50',
  })
})

test('an ambiguous price is an error of its field, and so is an offer above the price', () => {
  expect(errorsOfDraft({ ...potato, price: '0,500' })).toEqual({ price: expect.stringContaining('Which price') })
  expect(errorsOfDraft({ ...potato, offerPrice: '30,01' })).toEqual({ offerPrice: expect.stringContaining('above') })
  expect(errorsOfDraft({ ...potato, offerPrice: '30,00' })).toEqual({})
  expect(errorsOfDraft({ ...potato, offerPrice: ' ' }).offerPrice).toBe('Please enter the offer price')
})

test('without a regular price it is the selling price', () => {
  const onePrice = { ...potato, price: ' ', offerPrice: '12,50' }
  expect(errorsOfDraft(onePrice)).toEqual({})
  expect(productOf(onePrice)).toMatchObject({ price: '12.50', offerPrice: '12.50' })
  const saved = { price: 12.5, offerPrice: 12.5 } as SellerProduct
  expect(draftOf({ ...saved, description: [], descriptionTh: null } as unknown as SellerProduct)).toMatchObject({
    price: '',
    offerPrice: '12.50',
  })
  expect(suspiciousPriceOf(onePrice, saved)).toBeUndefined()
})

test('a tax class is sent as chosen; one that the shop no longer has becomes standard', () => {
  expect(productOf({ ...potato, taxClass: 'exempt' }).taxClass).toBe('exempt')
  expect(productOf(potato).taxClass).toBeNull()
  setShop(pageSettingsOf({ ...sample, tax: taxRules.thailand }, true))
  const classOf = (taxClass: string) =>
    draftOf({ price: 1, offerPrice: 1, description: [], descriptionTh: null, taxClass } as unknown as SellerProduct)
      .taxClass
  expect(['exempt', 'luxury'].map(classOf)).toEqual(['exempt', ''])
})

test('finds a price that is ten times the previous one', () => {
  const before = { price: 30, offerPrice: 25 }
  expect(suspiciousPriceOf({ ...potato, offerPrice: '2,50' }, before)).toEqual({ before: 25, now: 2.5 })
  expect(suspiciousPriceOf({ ...potato, price: '300' }, before)).toEqual({ before: 30, now: 300 })
  expect(suspiciousPriceOf(potato, before)).toBeUndefined()
})

test('merges two people’s changes: mine where I changed something, theirs for the rest', () => {
  const mine = { ...potato, name: 'New potato', price: '31.00' }
  const theirs = { ...potato, price: '32.00', Weight: '1 kg', name: 'New potato' }
  expect(mergedDraft(potato, mine, theirs)).toEqual({
    draft: { ...potato, name: 'New potato', price: '31.00', Weight: '1 kg' },
    clashes: ['price'],
    taken: ['Weight'],
  })
})

test('text in Thai only is used for both languages, also after an edit', () => {
  const thaiOnly: ProductDraft = { ...potato, name: '', nameTh: 'มันฝรั่ง', descriptionTh: 'สด\nใหม่' }
  expect(errorsOfDraft(thaiOnly)).toEqual({})
  const sent = productOf(thaiOnly)
  expect(sent).toMatchObject({ name: 'มันฝรั่ง', nameTh: 'มันฝรั่ง', description: ['สด', 'ใหม่'] })
  const saved = { ...sent, price: 30, offerPrice: 25, Weight: undefined } as unknown as SellerProduct
  expect(draftOf(saved)).toEqual(thaiOnly)
  expect(errorsOfDraft({ ...potato, name: ' ' })).toEqual({ name: 'Please enter the name' })
})
