import { expect, test, vi } from 'vitest'
import { bread } from '../../../../testing/makers/bread.ts'
import { signInSeller } from '../../../client/sign-in-seller.test-setup.ts'
import { draftFields, draftOf, type ProductDraft } from './product-draft.ts'
import { deleteDraft, findDraft, parseDraft, rebased, type StoredDraft, storeDraft } from './stored-draft.ts'

const nothing = Object.fromEntries(draftFields.map((name) => [name, ''])) as ProductDraft

test('restores typed text; fields that aren’t in the draft are empty', () => {
  expect(parseDraft('{"typed":{"name":"Rye","price":"4.50"},"seenAt":"2026-11-21T09:00:00.000Z"}')).toEqual({
    draft: { ...nothing, name: 'Rye', price: '4.50' },
    pictures: undefined,
    seenAt: '2026-11-21T09:00:00.000Z',
    before: undefined,
    idempotencyKey: undefined,
    copyKey: undefined,
    lostPictures: false,
  })
})

test('ignores anything but a draft, and values that aren’t text', () => {
  for (const text of [null, '', 'null', '[]', '{"typed":null}', '{"typed":"Rye"}', 'typed'])
    expect(parseDraft(text)).toBeUndefined()
  expect(parseDraft('{"typed":{"name":7,"Weight":"500 g"}}')?.draft).toEqual({ ...nothing, Weight: '500 g' })
})

const before = draftOf(bread)
const weighed: StoredDraft = {
  draft: { ...before, Weight: '250 g' },
  pictures: undefined,
  seenAt: bread.updatedAt,
  before,
}

test('merges a draft with a product that another person changed', () => {
  expect(rebased(weighed, bread)).toBe(weighed)
  const theirs = { ...bread, price: 4, description: ['Dark'], updatedAt: '2026-11-22T02:00:00.000Z' }
  const opened = rebased(weighed, theirs)
  expect(opened).toMatchObject({
    draft: { Weight: '250 g', price: '4.00', description: 'Dark' },
    seenAt: theirs.updatedAt,
    merged: { taken: ['description', 'price'], clashes: [] },
  })
  // It isn't merged twice.
  expect(opened && rebased(opened, theirs)).toBe(opened)
})

test('discards a draft that was saved although its reply was lost', () => {
  expect(rebased(weighed, { ...bread, Weight: '250 g', updatedAt: '2026-11-22T02:00:00.000Z' })).toBeUndefined()
})

test('a draft is never another seller’s of the same tab, also after a reload', async () => {
  await signInSeller('mali@example.com')
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  storeDraft('new', { draft: { ...nothing, name: 'Rye' }, pictures: undefined })
  await signInSeller('somchai@example.com')
  expect(findDraft('new')).toBeUndefined()
  deleteDraft('new')
  storeDraft('new', { draft: { ...nothing, name: 'Bun' }, pictures: undefined })
  await signInSeller('mali@example.com')
  expect(findDraft('new')?.draft.name).toBe('Rye')
  expect([...stored.values()].map((text) => parseDraft(text)?.draft.name)).toEqual(['Rye', 'Bun'])
})
