import { expect, test } from 'vitest'
import { withClosing } from './closing.ts'

const closed = ['2026-12-31']
const today = '2026-12-05'

test('a typed day becomes a closed day in its place, once; nothing typed changes nothing', () => {
  expect(withClosing({ closed, closing: '2026-12-25' }, today)).toEqual({
    change: { closed: ['2026-12-25', '2026-12-31'], closing: '' },
  })
  expect(withClosing({ closed, closing: today }, today)).toEqual({
    change: { closed: ['2026-12-05', '2026-12-31'], closing: '' },
  })
  expect(withClosing({ closed, closing: '2026-12-31' }, today)).toEqual({ change: { closed, closing: '' } })
  expect(withClosing({ closed, closing: '' }, today)).toEqual({ change: {} })
})

test('a day that is over, or of no calendar of the shop, is refused', () => {
  expect(withClosing({ closed, closing: '2026-12-04' }, today)).toEqual({ error: 'day_past' })
  expect(withClosing({ closed, closing: '20261-12-25' }, today)).toEqual({ error: 'invalid' })
  expect(withClosing({ closed, closing: '0026-12-25' }, today)).toEqual({ error: 'invalid' })
})
