import { expect, test } from 'vitest'
import type { AvailablePromotion } from '../../../contract/entities/promotion.ts'
import { promotionsOfCart } from './promotions-of-cart.ts'

const lines = [{ product: 'mango', category: 'Fruits', offerPriceCents: 10_000, quantity: 2 }]
const tenOff = (id: string, more: Partial<AvailablePromotion> = {}): AvailablePromotion => ({
  ...{ id, name: id, terms: { kind: 'amount', amount: 10 } },
  ...more,
})
const forAll = tenOff('for all')
/** Of automatic ones on the whole cart, the best counts. */
const firstOrder = tenOff('first order', { personal: true, terms: { kind: 'amount', amount: 20 } })
const coded = tenOff('coded', { code: 'TEN' })

const discounted = (more: Partial<Parameters<typeof promotionsOfCart>[0]> = {}) => {
  const { result, ...rest } = promotionsOfCart({
    ...{ lines, feeFor: () => 3000, automaticPromotions: [forAll, firstOrder], own: undefined, coded: undefined },
    ...more,
  })
  return { applied: result.applied.map(({ promotion }) => promotion.id), ...rest }
}
const reply = { entered: 'TEN', promotion: coded, refused: undefined, failure: undefined, loading: false }

test('a visitor gets the best automatic promotion, also one that not every shopper can have', () => {
  expect(discounted()).toMatchObject({ applied: ['first order'], certain: true })
})

test('until the shop has said which ones a shopper can have, the personal ones don’t count, and no sum is certain', () => {
  const own = { promotions: undefined, failure: undefined }
  expect(discounted({ own })).toMatchObject({ applied: ['for all'], certain: false })
  expect(discounted({ own: { ...own, promotions: [forAll, firstOrder] } })).toMatchObject({
    ...{ applied: ['first order'], certain: true },
  })
  // A failure is shown elsewhere: the order then has the shop's sum.
  expect(discounted({ own: { ...own, failure: 'unreachable' } })).toMatchObject({ applied: ['for all'], certain: true })
})

test('a code counts once the shop takes it, and stays while it is asked about another quantity', () => {
  expect(discounted({ coded: reply })).toEqual({
    ...{ applied: ['first order', 'coded'], certain: true, code: 'TEN', refusal: undefined },
  })
  expect(discounted({ coded: { ...reply, loading: true } })).toMatchObject({ certain: true, code: 'TEN' })
  expect(discounted({ coded: { ...reply, promotion: undefined, loading: true } })).toMatchObject({
    ...{ certain: false, code: undefined, refusal: undefined },
  })
})

test('a code that the shop refuses, or couldn’t be asked about, doesn’t count, and says why once it has replied', () => {
  const refused = { ...reply, promotion: undefined, refused: 'There is no such code.' }
  expect(discounted({ coded: refused })).toMatchObject({ certain: true, code: undefined, refusal: refused.refused })
  expect(discounted({ coded: { ...refused, loading: true } }).refusal).toBeUndefined()
  const failed = { ...reply, promotion: undefined, failure: 'unreachable' }
  expect(discounted({ coded: failed })).toMatchObject({ code: undefined, refusal: 'unreachable' })
})

test('a code that takes nothing off this cart isn’t sent with the order', () => {
  const promotion = tenOff('coded', { code: 'TEN', minimum: 500 })
  expect(discounted({ coded: { ...reply, promotion } })).toMatchObject({ code: undefined, refusal: undefined })
})
