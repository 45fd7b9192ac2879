import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/values/limits.ts'
import { normaliseText, searchText } from './normalise-text.ts'

test('composes characters, trims, and collapses spaces', () => {
  expect(normaliseText(' Cafe\u0301  au\tlait\n')).toBe('Caf\u00e9 au lait')
  expect(normaliseText('น้ำ  ส้ม')).toBe('น้ำ ส้ม')
})

test('removes what is not seen but changes how text is drawn, and keeps what joins letters', () => {
  expect(normaliseText('Mali\u202Eilam\u2066 \u0007Rak\u200F\u009b')).toBe('Maliilam Rak')
  expect(normaliseText('\u202d+66 81 234 5678\u202c')).toBe('+66 81 234 5678')
  expect(normaliseText('👩\u200d🌾\n ก\u200cข')).toBe('👩\u200d🌾 ก\u200cข')
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
