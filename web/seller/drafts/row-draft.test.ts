import { beforeEach, expect, test } from 'vitest'
import { signInSeller } from '../../client/sign-in-seller.test-setup.ts'
import { m } from '../../messages/messages.ts'
import { keptDraft } from './kept-drafts.ts'
import { makeRowDraft, type ShownDraft } from './row-draft.ts'

type Draft = { name: string; percent: string }
type Shown = ShownDraft<Draft>

const first: Shown = { id: 'r1', version: 1, draft: { name: 'May', percent: '5' } }
const saved = { success: true, message: 'Saved' }
const changed = { success: false, code: 'promotion_changed', message: 'Changed' }

/** The form of a row, as a screen opens it, with what it has sent. `current` is the row as it is read again. */
function aRow({ read = first, current = undefined as Shown | undefined | 'no reply' } = {}) {
  const row = makeRowDraft<Draft>('promotion', read, async () => {
    if (current === 'no reply') throw new Error('no reply')
    return current
  })
  const sent: { id: string; seen: number; draft: Draft }[] = []
  /** Saves, types `meanwhile`, and replies. */
  async function saveAnd(reply: typeof saved | typeof changed, meanwhile: Partial<Draft> = {}) {
    let replyNow = () => {}
    const saving = row.save((to) => {
      sent.push({ ...to, draft: row.state.get().draft })
      return new Promise<typeof reply>((resolve) => (replyNow = () => resolve(reply)))
    })
    if (Object.keys(meanwhile).length > 0) row.change(meanwhile)
    replyNow()
    return saving
  }
  return { ...row, sent, saveAnd }
}

const keptOf = (row: string) => keptDraft<{ shown: Shown; draft: Draft }>(`promotion ${row}`)

beforeEach(async () => {
  await signInSeller('mali@example.com')
  for (const row of ['r1', 'new']) keptOf(row).delete()
})

test('a save sends the draft over the version that was read, and leaves nothing unsaved', async () => {
  const row = aRow()
  row.change({ percent: '10' })
  expect(row.isUnsaved()).toBe(true)
  expect(keptOf('r1').find()).toEqual({ shown: first, draft: { name: 'May', percent: '10' } })
  expect(await row.saveAnd(saved)).toEqual(saved)
  expect(row.sent).toEqual([{ id: 'r1', seen: 1, draft: { name: 'May', percent: '10' } }])
  expect(row.isUnsaved()).toBe(false)
  expect(keptOf('r1').find()).toBeUndefined()
})

test('what is typed while the row is being saved stays, unsaved, over the version that was saved', async () => {
  const second = { id: 'r1', version: 2, draft: { name: 'May', percent: '10' } }
  const row = aRow({ current: second })
  row.change({ name: 'May ', percent: '10' })
  expect(await row.saveAnd(saved, { percent: '15' })).toEqual(saved)
  const draft = { name: 'May', percent: '15' }
  expect(row.state.get()).toEqual({ shown: second, draft })
  expect(keptOf('r1').find()).toEqual({ shown: second, draft })
  await row.saveAnd(saved)
  expect(row.sent[1]).toEqual({ id: 'r1', seen: 2, draft })
  expect(row.isUnsaved()).toBe(false)
})

test.each([undefined, 'no reply'] as const)('it stays, too, if the row can’t be read again: %s', async (current) => {
  const row = aRow({ current })
  row.change({ percent: '10' })
  expect(await row.saveAnd(saved, { name: 'June' })).toEqual(saved)
  expect(row.state.get().draft).toEqual({ name: 'June', percent: '10' })
  expect(row.isUnsaved()).toBe(true)
})

test('a colleague’s change stays in the fields that weren’t changed here, to look over and save again', async () => {
  const theirs = { id: 'r1', version: 2, draft: { name: 'June', percent: '7' } }
  const row = aRow({ current: theirs })
  row.change({ percent: '10' })
  expect(await row.saveAnd(changed)).toEqual({ ...changed, message: m.settings_row_changed() })
  expect(row.state.get()).toEqual({ shown: theirs, draft: { name: 'June', percent: '10' } })
  await row.saveAnd(saved)
  expect(row.sent[1]).toEqual({ id: 'r1', seen: 2, draft: { name: 'June', percent: '10' } })
})

test('a refusal leaves what was typed, also if the row is gone', async () => {
  const row = aRow()
  row.change({ percent: '10' })
  for (const reply of [changed, { ...changed, code: 'invalid_form' }]) {
    expect(await row.saveAnd(reply)).toEqual(reply)
    expect(row.state.get()).toEqual({ shown: first, draft: { name: 'May', percent: '10' } })
  }
})

test('an unsaved draft is there when the form is opened again; that of a new row has its id, too', async () => {
  const added: Shown = { id: 'r2', version: 0, draft: { name: '', percent: '' } }
  aRow({ read: added }).change({ name: 'July' })
  const again = aRow({ read: { ...added, id: 'r3' } })
  expect(again.state.get()).toEqual({ shown: added, draft: { name: 'July', percent: '' } })
  expect(aRow().state.get()).toEqual({ shown: first, draft: first.draft })
  again.discard()
  expect(aRow({ read: { ...added, id: 'r3' } }).state.get().shown.id).toBe('r3')
})

test('a draft that is discarded while it is being saved isn’t kept by the reply', async () => {
  const row = aRow()
  row.change({ percent: '10' })
  const saving = row.save(async () => saved)
  row.change({ name: 'June' })
  row.discard()
  await saving
  expect(keptOf('r1').find()).toBeUndefined()
})
