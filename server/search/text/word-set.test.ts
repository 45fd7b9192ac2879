import { describe, expect, test } from 'vitest'
import { WordSet } from './word-set.ts'

describe('the nearest beginnings', () => {
  const words = new WordSet(['milkshake', 'milky', 'milk', 'millet', 'mint', 'silky', 'broccoli'])
  const nearest = (typed: string, max = 1, most = 10) => words.nearestBeginning(typed, max, most)

  test('are of longer words that begin with the same letter, the shortest first', () => {
    expect(nearest('milc')).toEqual([
      { word: 'milky', errors: 1 },
      { word: 'millet', errors: 1 },
      { word: 'milkshake', errors: 1 },
    ])
  })

  test('are those with the fewest errors', () => {
    expect(nearest('milk')).toEqual([
      { word: 'milky', errors: 0 },
      { word: 'milkshake', errors: 0 },
    ])
    expect(nearest('milksake')).toEqual([{ word: 'milkshake', errors: 1 }])
  })

  test('may miss a letter, have one too many, or two swapped', () => {
    for (const typed of ['brccol', 'brrocco', 'brcoco'])
      expect(nearest(typed)).toEqual([{ word: 'broccoli', errors: 1 }])
  })

  test('have a limited number of errors and of words', () => {
    expect(nearest('bracal')).toEqual([])
    expect(nearest('bracal', 2)).toEqual([])
    expect(nearest('bracco', 1)).toEqual([{ word: 'broccoli', errors: 1 }])
    expect(nearest('milc', 1, 2).map(({ word }) => word)).toEqual(['milky', 'millet'])
    expect(nearest('milc', 1, 0)).toEqual([])
  })
})
