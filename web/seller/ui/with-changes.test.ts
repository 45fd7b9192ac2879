import { expect, test } from 'vitest'
import { withChanges } from './with-changes.ts'

const before = { name: 'Talad', phone: '021234567', closed: ['2026-12-05'] }

test('what was changed in a form goes over what a colleague saved, and what wasn’t stays theirs', () => {
  const theirs = { name: 'Talad Silom', phone: '029999999', closed: ['2026-12-05', '2026-12-10'] }
  expect(withChanges(theirs, { before, draft: { ...before, phone: '028888888' } })).toEqual({
    ...theirs,
    phone: '028888888',
  })
  expect(withChanges(theirs, { before, draft: { ...before, closed: [] } })).toEqual({ ...theirs, closed: [] })
})

test('a list that was opened and closed without a change stays the colleague’s', () => {
  const theirs = { ...before, closed: [] }
  expect(withChanges(theirs, { before, draft: { ...before, closed: [...before.closed] } })).toEqual(theirs)
})
