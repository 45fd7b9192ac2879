import { expect, test } from 'vitest'
import type { LineSettings } from '../../../contract/calls/notice.ts'
import { draftOf, lineErrors, noGroup, otherGroup, recipientOf } from './line-draft.ts'

const [group, other] = [`C${'a'.repeat(32)}`, `U${'b'.repeat(32)}`]
const saved = (recipient: string | null): LineSettings => ({
  isSet: true,
  webhook: 'https://shop.example/api/notice/line-events',
  recipient,
  kinds: { orders: true, alarms: false, stock: true },
  language: 'th',
  tokenAt: null,
  secretAt: null,
  groups: [{ id: group, name: 'Shop team', heardAt: '2026-11-23T00:00:00.000Z' }],
  heardAt: null,
  sentAt: null,
  failure: null,
  version: 1,
  changedBy: null,
  changedAt: null,
})

test('the form begins with the known group, with an id of another one, or with none', () => {
  expect(draftOf(saved(group))).toMatchObject({ group, recipient: '', channelToken: '', channelSecret: '' })
  expect(draftOf(saved(other))).toMatchObject({ group: otherGroup, recipient: other })
  expect(draftOf(saved(null))).toMatchObject({ group: noGroup, recipient: '' })
  for (const recipient of [group, other, null]) expect(recipientOf(draftOf(saved(recipient)))).toBe(recipient)
})

test('token and secret may be left empty once they are set, and not before', () => {
  const draft = draftOf(saved(group))
  expect(lineErrors(draft, true)).toEqual({})
  expect(Object.keys(lineErrors(draft, false))).toEqual(['channelToken', 'channelSecret'])
  const right = { ...draft, channelToken: ` ${'x'.repeat(40)} `, channelSecret: 'F'.repeat(32) }
  expect(lineErrors(right, false)).toEqual({})
  expect(Object.keys(lineErrors({ ...right, channelToken: 'two words of a token', channelSecret: 'x' }, true))).toEqual(
    ['channelToken', 'channelSecret'],
  )
})

test('another id has to be one of LINE’s', () => {
  const draft = { ...draftOf(saved(null)), group: otherGroup }
  for (const recipient of ['', 'C123', `X${'a'.repeat(32)}`])
    expect(Object.keys(lineErrors({ ...draft, recipient }, true))).toEqual(['recipient'])
  expect(lineErrors({ ...draft, recipient: ` ${other} ` }, true)).toEqual({})
})
