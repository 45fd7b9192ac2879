import { beforeEach, expect, test } from 'vitest'
import { signInSeller } from '../../client/sign-in-seller.test-setup.ts'
import { makeDraft } from './draft.ts'
import { keptDraft } from './kept-drafts.ts'

type Page = { version: number; title: string; days: number[] }
type Draft = { title: string; days: number[] }

const page: Page = { version: 1, title: 'Talad', days: [1, 2] }
const aDraft = (read = page) =>
  makeDraft<Page, Draft>({ name: 'page', read, draftOf: ({ title, days }) => ({ title, days }) })
const keptNow = () => keptDraft('page').find()

beforeEach(async () => {
  await signInSeller('mali@example.com')
  keptDraft('page').delete()
})

test('a changed draft is kept with its basis until it is typed back; the next form begins with both', () => {
  const { state, change, isUnsaved } = aDraft()
  change({ title: 'Talad Silom' })
  const changed = { ...page, draft: { title: 'Talad Silom', days: [1, 2] } }
  expect([isUnsaved(), keptNow()]).toEqual([true, changed])
  expect(aDraft({ ...page, version: 2 }).state.get()).toEqual(changed)
  change({ title: 'Talad' })
  expect([isUnsaved(), keptNow(), state.get().draft.title]).toEqual([false, undefined, 'Talad'])
})

test('a newer basis gets what was changed since the one before it, or since a draft that was sent', () => {
  const { state, change, rebase, isUnsaved } = aDraft()
  change({ title: 'Talad Silom' })
  const second = { version: 2, title: 'Talad Sathon', days: [1, 2, 3] }
  rebase(second)
  expect(state.get()).toEqual({ ...second, draft: { title: 'Talad Silom', days: [1, 2, 3] } })
  const sent = state.get().draft
  change({ days: [1, 3] })
  const third = { version: 3, title: 'TALAD SILOM', days: [1, 2, 3, 4] }
  rebase(third, sent)
  expect(state.get()).toEqual({ ...third, draft: { title: 'TALAD SILOM', days: [1, 3, 4] } })
  expect([isUnsaved(), keptNow()]).toEqual([true, state.get()])
  rebase(third, state.get().draft)
  expect([isUnsaved(), keptNow()]).toEqual([false, undefined])
})

test('a draft that is discarded isn’t kept by a newer basis, but again when more is typed', () => {
  const { change, rebase, discard } = aDraft()
  change({ title: 'Talad Silom' })
  discard()
  expect(keptNow()).toBeUndefined()
  rebase({ ...page, version: 2 })
  expect(keptNow()).toBeUndefined()
  change({ days: [] })
  expect(keptNow()).toEqual({ ...page, version: 2, draft: { title: 'Talad Silom', days: [] } })
})
