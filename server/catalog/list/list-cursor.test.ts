import { describe, expect, test } from 'vitest'
import { pageQuery } from '../../../contract/calls/call.ts'
import { limits } from '../../../contract/values/limits.ts'
import { newId } from '../../common/ids.ts'
import { cursorAfter, pageOfHits, parseCursor } from './list-cursor.ts'

const [one, two, three] = [newId(), newId(), newId()]
const row = (id: string, offerPriceCents: number, more: { nameTh?: string; unitPrice?: number } = {}) => ({
  id,
  offerPriceCents,
  name: 'Rice. 5 kg',
  nameTh: null,
  ...more,
})
const invalid = expect.objectContaining({ code: 'malformed', details: { fields: { cursor: 'invalid' } } })

describe('the cursor of a list', () => {
  test('names the last product of the page, and is null if no product follows', () => {
    const rows = [row(one, 1000), row(two, 2550), row(three, 9900)]
    expect(cursorAfter(rows, 2, 'price')).toBe(`2550.${two}`)
    expect(cursorAfter(rows, 3, 'price')).toBeNull()
    expect(cursorAfter([], 2, 'price')).toBeNull()
  })

  test.each([
    ['featured', undefined],
    ['newest', undefined],
    ['-price', undefined],
    ['name', 'Rice. 5 kg'],
    ['name-th', 'ข้าวหอม'],
    ['unit-price', '0.0005'],
  ] as const)('by %s is parsed to what it was made of', (sort, key) => {
    const unitPrice = sort === 'unit-price' ? 0.0005 : undefined
    const cursor = cursorAfter([row(one, 0, { nameTh: 'ข้าวหอม', unitPrice }), row(two, 1)], 1, sort)
    expect(parseCursor(cursor ?? '', sort)).toEqual({ id: one, priceCents: 0, key })
  })

  test('of the longest name is one that a list takes', () => {
    const longest = { ...row(one, limits.priceCents), name: 'ก'.repeat(limits.productName) }
    const cursor = cursorAfter([longest, row(two, 1)], 1, 'name') ?? ''
    expect(pageQuery.cursor.parse(cursor)).toBe(cursor)
  })

  test('has the other name of a product without a Thai one, and takes the highest price', () => {
    const cursor = cursorAfter([row(one, 5), row(two, 1)], 1, 'name-th')
    expect(parseCursor(cursor ?? '', 'name-th')).toMatchObject({ key: 'Rice. 5 kg' })
    expect(parseCursor(`999999999.${one}`, 'price')).toEqual({ id: one, priceCents: 999_999_999 })
  })

  test.each([
    ['', 'empty'],
    [`1000000000.${one}`, 'above every price'],
    [`-1.${one}`, 'negative'],
    [`1e3.${one}`, 'not whole digits'],
    [`.${one}`, 'without a price'],
    ['1000.', 'without an id'],
    ['1000.1', 'with another id'],
  ])('%j is refused: %s', (cursor) => {
    expect(() => parseCursor(cursor, 'price')).toThrow(invalid)
  })
})

describe('a page of a search', () => {
  const hits = [one, two, three].map((id) => ({ id }))

  test('continues after as many hits as its cursor says, which is null on the last page', () => {
    expect(pageOfHits(hits, 2)).toEqual({ ids: [one, two], nextCursor: '2' })
    expect(pageOfHits(hits, 2, '2')).toEqual({ ids: [three], nextCursor: null })
    expect(pageOfHits(hits, 1, '1')).toEqual({ ids: [two], nextCursor: '2' })
    expect(pageOfHits(hits, 3)).toEqual({ ids: [one, two, three], nextCursor: null })
    expect(pageOfHits(hits, 2, '999')).toEqual({ ids: [], nextCursor: null })
  })

  test.each(['', '-1', '1000', '1.5', 'x'])('the cursor %j is refused', (cursor) => {
    expect(() => pageOfHits(hits, 2, cursor)).toThrow(invalid)
  })
})
