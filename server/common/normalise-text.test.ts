import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/values/limits.ts'
import { normaliseText, searchText } from './normalise-text.ts'

test('composes characters, trims, and collapses spaces', () => {
  expect(normaliseText(' Cafe\u0301  au\tlait\n')).toBe('Caf\u00e9 au lait')
  expect(normaliseText('น้ำ  ส้ม')).toBe('น้ำ ส้ม')
})

describe('the text of a search box', () => {
  test('is undefined if it is empty', () => {
    for (const typed of [undefined, '', ' \t ']) expect(searchText(typed)).toBeUndefined()
  })

  test('with characters that no name can contain finds nothing, instead of everything', () => {
    expect(searchText('a\u0000b')).toBe('a\ufffdb')
    expect(searchText('\ud83e')).toBe('\ufffd')
    const long = searchText(`${'x'.repeat(limits.searchText - 1)}🥭`)
    expect(long?.length).toBe(limits.searchText)
    expect(long?.isWellFormed()).toBe(true)
  })
})
