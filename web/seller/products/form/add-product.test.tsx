import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { m } from '../../../messages/messages.ts'
import { draftOf } from '../draft/product-draft.ts'
import { deleteDraft, storeDraft } from '../draft/stored-draft.ts'
import AddProductScreen from './add-product.tsx'

const draft = (name: string) => ({ ...draftOf(undefined), name })

beforeEach(() => {
  deleteDraft('new')
  deleteDraft('copy')
})

/** The add screen as HTML, of a navigation with this key. */
function screen(copied?: string, key = 'first'): string {
  const state = copied === undefined ? null : { copy: draft(copied) }
  return renderToString(
    <MemoryRouter initialEntries={[{ pathname: '/seller', state, key }]}>
      <AddProductScreen />
    </MemoryRouter>,
  )
}

test('a copy shows the copied product, and offers the unfinished one beside it', () => {
  expect(screen('Rye')).toContain('value="Rye"')
  expect(screen('Rye')).not.toContain(m.sellerProducts_copied_draft())
  storeDraft('new', { draft: draft('Draft'), pictures: undefined })
  const html = screen('Rye')
  expect(html).toContain('value="Rye"')
  expect(html).toContain(m.sellerProducts_copied())
  expect(html).toContain(m.sellerProducts_copied_draft())
  expect(html).not.toContain(m.sellerProducts_draft_back())
  expect(screen()).toContain('value="Draft"')
})

test('a product for a search that found nothing begins with its words, as the name of their language', () => {
  const screenFor = (named: string) =>
    renderToString(
      <MemoryRouter initialEntries={[{ pathname: '/seller', state: { named }, key: 'named' }]}>
        <AddProductScreen />
      </MemoryRouter>,
    )
  expect(screenFor('courgette')).toMatch(/name="name"[^>]*value="courgette"/)
  expect(screenFor('คะน้า')).toMatch(/name="nameTh"[^>]*value="คะน้า"/)
  expect(screenFor('คะน้า')).toContain(m.searchWords_product_searched({ q: 'คะน้า' }))
})

test('what was changed in a copy is there again with the same copy, and in the plain form; another copy is whole', () => {
  storeDraft('copy', { draft: draft('Rye, large'), pictures: undefined, copyKey: 'first' })
  expect(screen('Rye')).toContain('value="Rye, large"')
  expect(screen('Rye', 'second')).toContain('value="Rye"')
  expect(screen()).toContain('value="Rye, large"')
  storeDraft('new', { draft: draft('Draft'), pictures: undefined })
  expect(screen()).toContain('value="Draft"')
})

test('a draft whose pictures a reload has lost says so', () => {
  storeDraft('new', { draft: draft('Draft'), pictures: undefined })
  expect(screen()).not.toContain(m.sellerProducts_draft_pictures())
  storeDraft('new', { draft: draft('Draft'), pictures: undefined, lostPictures: true })
  expect(screen()).toContain(m.sellerProducts_draft_pictures())
})
