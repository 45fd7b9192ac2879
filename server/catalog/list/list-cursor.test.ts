import { describe, expect, test } from 'vitest'
import { newId } from '../../common/ids.ts'
import type { ProductRow } from '../product-to-wire.ts'
import { cursorAfter, pageOfHits, parseCursor } from './list-cursor.ts'

const [one, two, three] = [newId(), newId(), newId()]
const row = (id: string, offerPriceCents: number) => ({ id, offerPriceCents }) as ProductRow
const invalid = expect.objectContaining({ code: 'malformed', details: { fields: { cursor: 'invalid' } } })

describe('the cursor of a list', () => {
  test('names the last product of the page, and is null if no product follows', () => {
    const rows = [row(one, 1000), row(two, 2550), row(three, 9900)]
    expect(cursorAfter(rows, 2)).toBe(`2550.${two}`)
    expect(cursorAfter(rows, 3)).toBeNull()
    expect(cursorAfter([], 2)).toBeNull()
  })

  test('is parsed to what it was made of', () => {
    expect(parseCursor(cursorAfter([row(one, 0), row(two, 1)], 1) ?? '')).toEqual({ id: one, priceCents: 0 })
    expect(parseCursor(`999999999.${one}`)).toEqual({ id: one, priceCents: 999_999_999 })
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
    expect(() => parseCursor(cursor)).toThrow(invalid)
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
