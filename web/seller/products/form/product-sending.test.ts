import { afterEach, expect, test } from 'vitest'
import type { ProductEdit, ProductInput } from '../../../../contract/entities/product.ts'
import { bread } from '../../../../testing/makers/bread.ts'
import { m } from '../../../messages/messages.ts'
import { draftOf } from '../draft/product-draft.ts'
import { deleteDraft, findDraft } from '../draft/stored-draft.ts'
import { type PictureSlots, productPicture, slotsOf } from '../draft/use-pictures.ts'
import { type FormValues, makeProductSending, type SendingDeps } from './product-sending.ts'

const draft = { ...draftOf(bread), stock: '7' }
const file = new File(['bread'], 'bread.png')
const added = { success: true as const, message: 'Product Added', product: bread }
const refused = (
  code: 'idempotency_key_reused' | 'product_changed' | 'invalid_form',
  fields?: Record<string, string>,
) => ({
  success: false as const,
  status: 200,
  code,
  message: code,
  ...(fields && { fields }),
})
const noReply = () => Promise.reject(new Error('no reply'))

/** As `withRetries`, without its pauses. */
const retry = <R>(make: (again: boolean) => Promise<R>) =>
  make(false)
    .catch(() => make(true))
    .catch(() => make(true))

afterEach(() => deleteDraft(bread._id))

function aForm(more: Partial<SendingDeps> = {}) {
  const sent: { product: ProductInput | ProductEdit; files: readonly File[]; idempotencyKey?: string | undefined }[] =
    []
  const calls: string[] = []
  const slots: PictureSlots = slotsOf([{ name: file.name, file }, productPicture('/pictures/a.webp')])
  const sending = makeProductSending(
    {
      product: undefined,
      seenAt: bread.updatedAt,
      storeKey: () => {
        calls.push('store')
        return 'key-1'
      },
      discard: () => calls.push('discard'),
      findAdded: async () => undefined,
      open: (id) => calls.push(`open ${id}`),
      ...more,
      add: (product, files, onProgress, idempotencyKey) => {
        sent.push({ product, files, idempotencyKey })
        return (more.add ?? (async () => added))(product, files, onProgress, idempotencyKey)
      },
      edit: (edit, onProgress) => {
        sent.push({ product: edit.edit, files: edit.files })
        return (more.edit ?? (async () => ({ ...added, product: bread })))(edit, onProgress)
      },
    },
    retry,
  )
  const values: FormValues = { draft, slots }
  return { sending, values, sent, calls, state: () => sending.state.get() }
}

test('adds a product with the key that was stored before', async () => {
  const { sending, values, sent, calls } = aForm()
  expect(await sending.send(values)).toEqual(added)
  expect(sent).toMatchObject([{ product: { name: 'Bread', stock: 7 }, files: [file], idempotencyKey: 'key-1' }])
  expect(calls).toEqual(['store'])
})

test('edits the product that was seen, with kept and new pictures in order', async () => {
  const { sending, values, sent, calls } = aForm({ product: bread })
  expect(await sending.send(values)).toMatchObject({ success: true })
  const image = ['new', '/pictures/a.webp']
  expect(sent).toMatchObject([{ product: { id: bread._id, seenAt: bread.updatedAt, image }, files: [file] }])
  expect(sent[0]?.product).not.toHaveProperty('stock')
  expect(calls).toEqual([])
})

test('shows how much is sent, from the start again with the next try', async () => {
  const seen: unknown[] = []
  const { sending, values, state } = aForm({
    add: async (_product, _files, onProgress) => {
      seen.push(state().sent)
      onProgress(0.5)
      seen.push(state().sent)
      return added
    },
  })
  await sending.send(values)
  await sending.send(values)
  expect(seen).toEqual([undefined, 0.5, undefined, 0.5])
})

test('asks about a price that is ten times the previous one, and only about that', () => {
  const { sending, values, state } = aForm({ product: bread })
  expect(sending.asksAboutPrice(values.draft)).toBe(false)
  expect(state().priceQuestion).toBeUndefined()
  expect(sending.asksAboutPrice({ ...values.draft, price: '', offerPrice: '25' })).toBe(true)
  const text = m.sellerProducts_price_far({ before: '$2.50', now: '$25.00' })
  expect(state().priceQuestion).toEqual({ text, open: true })
  sending.closePriceQuestion()
  expect(state().priceQuestion).toEqual({ text, open: false })
  // A new product has no previous price.
  expect(aForm().sending.asksAboutPrice({ ...values.draft, offerPrice: '2500' })).toBe(false)
})

test('without a reply the form is sent again once, if nothing was changed since', async () => {
  const { sending, values, sent } = aForm({ add: noReply })
  expect(sending.takeRetry(values)).toBe(false)
  await expect(sending.send(values)).rejects.toThrow(m.sellerProducts_save_unknown())
  expect(sent).toHaveLength(3)
  expect(sending.takeRetry({ ...values, draft: { ...values.draft } })).toBe(true)
  await expect(sending.send(values, { isRetry: true })).rejects.toThrow(m.sellerProducts_save_unknown())
  expect(sending.takeRetry(values)).toBe(false)
})

test.each([
  ['text', ({ draft, slots }: FormValues) => ({ draft: { ...draft, name: 'Rye' }, slots })],
  ['picture', ({ draft, slots }: FormValues) => ({ draft, slots: slots.with(0, undefined) })],
])('a form whose %s was changed since isn’t sent again', async (_what, change) => {
  const { sending, values } = aForm({ add: noReply })
  await expect(sending.send(values)).rejects.toThrow(m.sellerProducts_save_unknown())
  expect(sending.takeRetry(change(values))).toBe(false)
  expect(sending.takeRetry(values)).toBe(false)
})

test('a reply ends the retry', async () => {
  const replies = [noReply, noReply, noReply, async () => refused('invalid_form')]
  const { sending, values } = aForm({ add: () => (replies.shift() ?? noReply)() })
  await expect(sending.send(values)).rejects.toThrow(m.sellerProducts_save_unknown())
  await sending.send(values)
  expect(sending.takeRetry(values)).toBe(false)
})

test('an edit over the form’s own save whose reply was lost is saved', async () => {
  const later = { ...bread, updatedAt: '2026-11-22T02:00:00.000Z' }
  const replies = [noReply, noReply, noReply, async () => refused('product_changed')]
  const { sending, values, sent, state } = aForm({
    product: bread,
    edit: () => (replies.shift() ?? (async () => ({ ...added, product: later })))(),
  })
  await expect(sending.send(values)).rejects.toThrow(m.sellerProducts_save_unknown())
  const renamed = { ...values, draft: { ...values.draft, name: 'Rye' } }
  expect(await sending.send(renamed)).toMatchObject({ success: true })
  expect(sent.at(-1)?.product).toMatchObject({ name: 'Rye', seenAt: later.updatedAt })
  expect(state().isChanged).toBe(false)
})

test('knows that another person has saved the product, until another reply', async () => {
  const replies = [refused('product_changed'), refused('invalid_form')]
  const { sending, values, state } = aForm({ product: bread, edit: async () => replies.shift() ?? added })
  expect(await sending.send(values)).toMatchObject({ code: 'product_changed', message: 'product_changed' })
  expect(state().isChanged).toBe(true)
  await sending.send(values)
  expect(state().isChanged).toBe(false)
})

test('puts the shop’s errors to the inputs, and the first into the message', async () => {
  const fields = { 'images.0': 'Too dark', 'description.1': 'Too long' }
  const { sending, values } = aForm({ add: async () => refused('invalid_form', fields) })
  const moved = { ...values, slots: slotsOf([undefined, { name: file.name, file }]) }
  expect(await sending.send(moved)).toMatchObject({
    fields: { 'images.1': 'Too dark', description: 'Too long' },
    message: expect.stringContaining('(Too dark)'),
  })
})

test('what was typed after a lost reply becomes an edit of the product that was added', async () => {
  const keys: string[] = []
  const { sending, values, calls } = aForm({
    add: async () => refused('idempotency_key_reused'),
    findAdded: async (idempotencyKey) => {
      keys.push(idempotencyKey)
      return bread
    },
  })
  const renamed = { ...values, draft: { ...values.draft, name: 'Rye' } }
  expect(await sending.send(renamed)).toMatchObject({ success: false, message: m.sellerProducts_added_before() })
  expect(keys).toEqual(['key-1'])
  expect(findDraft(bread._id)).toEqual({
    draft: { ...renamed.draft, stock: '' },
    pictures: values.slots,
    seenAt: bread.updatedAt,
    before: draftOf(bread),
    beforePictures: bread.image,
  })
  expect(calls).toEqual(['store', 'discard', `open ${bread._id}`])
})

test('if that product isn’t found, the form stays with the shop’s message', async () => {
  const { sending, values, calls } = aForm({ add: async () => refused('idempotency_key_reused') })
  expect(await sending.send(values)).toEqual(refused('idempotency_key_reused'))
  expect(calls).toEqual(['store'])
})
