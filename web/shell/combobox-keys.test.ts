import { expect, test } from 'vitest'
import { boxActionOf, movedActive } from './combobox-keys.ts'

const closed = { shown: false, isHighlighted: false }
const shown = { shown: true, isHighlighted: false }
const highlighted = { shown: true, isHighlighted: true }

const actionsOf = (key: string, { altKey = false, isComposing = false } = {}) =>
  [closed, shown, highlighted].map((list) => boxActionOf({ key, altKey, nativeEvent: { isComposing } }, list))

test.each([
  ['Enter', false, ['submit', 'submit', 'choose']],
  ['Escape', false, ['empty', 'close', 'close']],
  ['ArrowDown', false, [1, 1, 1]],
  ['ArrowUp', false, [-1, -1, -1]],
  ['ArrowDown', true, ['open', 'open', 'open']],
  ['ArrowUp', true, ['close', 'close', 'close']],
  ['ArrowLeft', false, [undefined, undefined, undefined]],
  ['a', false, [undefined, undefined, undefined]],
])('%s (with Alt: %s) does %s in a closed list, in an open one, and on a highlighted row', (key, altKey, actions) => {
  expect(actionsOf(key, { altKey })).toEqual(actions)
})

test('while an input method composes a word, its keys are its own', () => {
  for (const key of ['Enter', 'Escape', 'ArrowDown'])
    expect(actionsOf(key, { isComposing: true })).toEqual([undefined, undefined, undefined])
})

test('the highlight goes around, with none between the last row and the first', () => {
  expect([-1, 0, 1, 2].map((active) => movedActive(active, 1, 3))).toEqual([0, 1, 2, -1])
  expect([-1, 0, 1, 2].map((active) => movedActive(active, -1, 3))).toEqual([2, -1, 0, 1])
  expect([movedActive(-1, 1, 0), movedActive(-1, -1, 0)]).toEqual([-1, -1])
})
