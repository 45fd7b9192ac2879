import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { plainText, searchText } from './plain-text.ts'

test('text is kept in the composed form, without space around it, with one space where several were', () => {
  expect(plainText(' Cafe\u0301  au\tlait\n')).toBe('Caf\u00e9 au lait')
  expect(plainText('น้ำ  ส้ม')).toBe('น้ำ ส้ม')
})

describe('what was typed into a search box', () => {
  test('is nothing when it is empty', () => {
    for (const typed of [undefined, '', ' \t ']) expect(searchText(typed)).toBeUndefined()
  })

  test('is looked for even where no name can hold it, so that it finds nothing instead of everything', () => {
    expect(searchText('a\u0000b')).toBe('a\ufffdb')
    expect(searchText('\ud83e')).toBe('\ufffd')
    const long = searchText(`${'x'.repeat(limits.searchText - 1)}🥭`)
    expect(long?.length).toBe(limits.searchText)
    expect(long?.isWellFormed()).toBe(true)
  })
})
