import { expect, test } from 'vitest'
import { type LineSettings, noticeCalls } from '../../../contract/calls/notice.ts'
import { withChanges } from '../drafts/with-changes.ts'
import { draftOf, type LineDraft, lineErrors, lineToSend, noGroup, otherGroup } from './line-draft.ts'

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

const [set, unset] = [{ isSet: true }, { isSet: false }]

/** Returns the fields that the shop refuses. */
const refusedBy = (draft: LineDraft) =>
  (noticeCalls.saveLine.schema.body.safeParse({ ...lineToSend(draft), seen: 1 }).error?.issues ?? []).map(({ path }) =>
    path.join('.'),
  )

test('the form begins with the known group, with an id of another one, or with none', () => {
  expect(draftOf(saved(group))).toMatchObject({
    recipient: { group, id: '' },
    channelToken: '',
    channelSecret: '',
  })
  expect(draftOf(saved(other)).recipient).toEqual({ group: otherGroup, id: other })
  expect(draftOf(saved(null)).recipient).toEqual({ group: noGroup, id: '' })
  for (const recipient of [group, other, null])
    expect(lineToSend(draftOf(saved(recipient)))).toEqual({
      recipient,
      kinds: { orders: true, alarms: false, stock: true },
      language: 'th',
    })
})

test('token and secret may be left empty once they are set, and not before', () => {
  const draft = draftOf(saved(group))
  expect(lineErrors(draft, set)).toEqual({})
  expect(Object.keys(lineErrors(draft, unset))).toEqual(['channelToken', 'channelSecret'])
  const right = { ...draft, channelToken: ` ${'x'.repeat(40)} `, channelSecret: 'F'.repeat(32) }
  expect(lineErrors(right, unset)).toEqual({})
  expect(lineToSend(right)).toMatchObject({ channelToken: 'x'.repeat(40), channelSecret: 'F'.repeat(32) })
  const wrong = { ...right, channelToken: 'two words of a token', channelSecret: 'x' }
  expect(Object.keys(lineErrors(wrong, set))).toEqual(['channelToken', 'channelSecret'])
  expect(refusedBy(wrong)).toEqual(['channelToken', 'channelSecret'])
})

test('another id has to be one of LINE’s', () => {
  const withId = (id: string) => ({ ...draftOf(saved(null)), recipient: { group: otherGroup, id } })
  for (const id of ['', 'C123', `X${'a'.repeat(32)}`]) {
    expect(Object.keys(lineErrors(withId(id), set))).toEqual(['recipient'])
    expect(refusedBy(withId(id))).toEqual(['recipient'])
  }
  expect(lineErrors(withId(` ${other} `), set)).toEqual({})
  expect(refusedBy(withId(` ${other} `))).toEqual([])
})

test('what an owner changes leaves what a colleague has saved in the other fields, of kinds and groups, too', () => {
  const before = draftOf(saved(other))
  const theirs = draftOf({ ...saved(null), kinds: { orders: false, alarms: false, stock: true }, language: 'en' })
  expect(withChanges(theirs, { before, draft: { ...before, alarms: true } })).toEqual({ ...theirs, alarms: true })
  const recipient = { group: otherGroup, id: `R${'c'.repeat(32)}` }
  expect(withChanges(theirs, { before, draft: { ...before, recipient } })).toEqual({ ...theirs, recipient })
})
