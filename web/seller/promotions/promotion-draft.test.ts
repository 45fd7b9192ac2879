import { expect, test } from 'vitest'
import type { Promotion } from '../../../contract/entities/promotion.ts'
import { doubtsOf, draftOf, emptyPromotion, freeUpTo, type PromotionDraft, readPromotion } from './promotion-draft.ts'

const draft = (more: Partial<PromotionDraft>): PromotionDraft => ({ ...emptyPromotion, name: 'Sale', ...more })

test.each<[string, Partial<PromotionDraft>, object]>([
  ['a percentage', { percent: '12,5' }, { kind: 'percent', basisPoints: 1250 }],
  ['a percentage in Thai digits with a percent sign', { percent: '๑๐ %' }, { kind: 'percent', basisPoints: 1000 }],
  ['a hundredth of a percent', { percent: '0.01' }, { kind: 'percent', basisPoints: 1 }],
  [
    'an amount off products',
    { kind: 'amount', amount: '฿5', goods: 'products', products: ['a'] },
    { kind: 'amount', amount: 5, products: ['a'] },
  ],
  [
    'two for 50',
    { kind: 'pieces', amount: '๕๐', goods: 'categories', categories: ['Drinks'] },
    { kind: 'pieces', pieces: 2, amount: 50, categories: ['Drinks'] },
  ],
  ['buy two get one', { kind: 'buyGet' }, { kind: 'buyGet', buy: 2, get: 1 }],
  ['free delivery', { kind: 'freeDelivery', goods: 'products' }, { kind: 'freeDelivery' }],
])('reads %s', (_what, more, terms) => {
  expect(readPromotion(draft(more))).toMatchObject({ input: { terms } })
})

test('a name in one language is enough, and is shown in its own field again', () => {
  const read = readPromotion(draft({ name: ' ', nameTh: 'ลดรับปีใหม่' }))
  expect(read).toMatchObject({ input: { name: 'ลดรับปีใหม่', nameTh: 'ลดรับปีใหม่' } })
  const saved = { ...('input' in read ? read.input : {}), version: 1 } as Promotion
  expect(draftOf(saved)).toMatchObject({ name: '', nameTh: 'ลดรับปีใหม่' })
  expect(readPromotion(draft({ name: 'New year', nameTh: '' }))).toMatchObject({
    input: { name: 'New year', nameTh: null },
  })
})

test.each<[Partial<PromotionDraft>, (keyof PromotionDraft)[]]>([
  [{ name: ' ' }, ['name']],
  [{ percent: '0' }, ['percent']],
  [{ percent: '101' }, ['percent']],
  [{ percent: '' }, ['percent']],
  [{ percent: '1e1' }, ['percent']],
  [{ percent: '0x10' }, ['percent']],
  [{ percent: '12.345' }, ['percent']],
  [{ kind: 'amount', amount: '' }, ['amount']],
  [{ kind: 'pieces', pieces: '1', amount: 'x' }, ['pieces', 'amount']],
  [{ goods: 'products' }, ['products']],
  [{ code: 'A B' }, ['code']],
  [{ minimum: '-1' }, ['minimum']],
  [{ startsAt: '2026-02-01T10:00', endsAt: '2026-02-01T10:00' }, ['endsAt']],
  [{ maxUses: '0' }, ['maxUses']],
  [{ maxUses: '1e1', maxUsesOfShopper: '0x1' }, ['maxUses', 'maxUsesOfShopper']],
])('names what is wrong with %j', (more, fields) => {
  expect(readPromotion(draft(more))).toEqual({ errors: expect.objectContaining({}) })
  const read = readPromotion(draft(more))
  expect('errors' in read && Object.keys(read.errors).sort()).toEqual([...fields].sort())
})

test('says which numbers it takes', () => {
  const errorsOf = (more: Partial<PromotionDraft>) => {
    const read = readPromotion(draft(more))
    return 'errors' in read ? read.errors : {}
  }
  expect(errorsOf({ percent: '150' })).toEqual({ percent: { error: 'percentage' } })
  expect(errorsOf({ percent: 'ten' })).toEqual({ percent: { error: 'percentage' } })
  expect(errorsOf({ percent: ' ' })).toEqual({ percent: { error: 'required' } })
  expect(errorsOf({ goods: 'products' })).toEqual({ products: { error: 'choose_one' } })
  expect(errorsOf({ goods: 'categories' })).toEqual({ categories: { error: 'choose_one' } })
  expect(errorsOf({ kind: 'buyGet', buy: '2.5', get: '100' })).toEqual({
    buy: { error: 'whole_number', values: { min: 1, max: '99' } },
    get: { error: 'whole_number', values: { min: 1, max: '99' } },
  })
  expect(errorsOf({ maxUses: '0' })).toEqual({
    maxUses: { error: 'whole_number', values: { min: 1, max: '1,000,000' } },
  })
})

test('shows a saved promotion as it was typed', () => {
  const some = draft({
    kind: 'pieces',
    pieces: '3',
    amount: '99.50',
    goods: 'products',
    products: ['a'],
    minimum: '100.00',
    maxUses: '10',
  })
  const read = readPromotion(some)
  if ('errors' in read) throw new Error('not read')
  const saved = { ...read.input, id: 'x', state: 'on' as const, uses: 0, version: 1, changedBy: null, changedAt: '' }
  expect(draftOf(saved)).toEqual(some)
})

test.each<[string | undefined, Partial<PromotionDraft>]>([
  ['50000', { kind: 'amount', amount: '500' }],
  ['50000', { kind: 'amount', amount: '500', minimum: '499' }],
  [undefined, { kind: 'amount', amount: '500', minimum: '500' }],
  [undefined, { kind: 'amount', amount: '' }],
  [undefined, { kind: 'amount', amount: '500', goods: 'products' }],
  [undefined, { kind: 'pieces', amount: '500' }],
])('goods up to %s cents cost nothing with %j', (cents, draft) => {
  expect(freeUpTo({ ...emptyPromotion, ...draft })?.toString()).toBe(cents)
})

test.each<[Partial<PromotionDraft>, string[]]>([
  [{ percent: '90' }, ['percent']],
  [{ percent: '๙๐ %' }, ['percent']],
  [{ percent: '50' }, []],
  [{ percent: '90', kind: 'freeDelivery' }, []],
  [{ kind: 'amount', amount: '500', minimum: '50' }, ['free']],
  [{ kind: 'amount', amount: '50', minimum: '500' }, []],
  [{ maxUses: '1' }, ['once']],
  [{ maxUses: '1', maxUsesOfShopper: '1' }, []],
  [{ maxUses: '100' }, []],
  [{ percent: '100', maxUses: '๑' }, ['percent', 'once']],
])('of %j it is asked about %j before it is saved, and not again', (more, doubts) => {
  expect(doubtsOf(draft(more))).toEqual(doubts)
  expect(doubtsOf(draft(more), draft({}))).toEqual(doubts)
  expect(doubtsOf(draft({ ...more, name: 'Another' }), draft(more))).toEqual([])
  expect(doubtsOf(draft({ ...more, kind: 'percent', percent: '99' }), draft(more))).toContain('percent')
})
