import { beforeEach, expect, test } from 'vitest'
import type { ProductEdit, SellerProduct } from '../../../../contract/entities/product.ts'
import { type SentEdit, saveEdit } from './save-edit.ts'

/** As `withRetries`, without its pauses. */
const retry = <R>(make: (again: boolean) => Promise<R>) =>
  make(false)
    .catch(() => make(true))
    .catch(() => make(true))

/** The fates of the next requests. */
let wire: ('request lost' | 'reply lost' | 'arrives')[] = []
let lost: SentEdit[] = []
let stored: SellerProduct
/** The edit that the shop saved last, as it was sent. */
let lastEdit = ''
let saves = 0

const form = {
  id: 'p1',
  name: 'Rice',
  price: '30.00',
  offerPrice: '25.00',
  image: [],
  seenAt: '2026-11-22T01:00:00.000Z',
} as unknown as ProductEdit

beforeEach(() => {
  wire = []
  lost = []
  lastEdit = ''
  saves = 0
  stored = { _id: 'p1', name: 'Rice', price: 30, offerPrice: 25, updatedAt: form.seenAt } as SellerProduct
})
const lostThrice = (what: (typeof wire)[number]) => Array.from({ length: 3 }, () => what)

function change(changed: Partial<SellerProduct>) {
  saves += 1
  stored = { ...stored, ...changed, updatedAt: new Date(Date.parse(stored.updatedAt) + 1).toISOString() }
}

/** Like the shop: saves over the seen product, and repeats its reply to the edit that was saved last. */
async function send({ edit, files }: SentEdit) {
  const fate = wire.shift()
  if (fate === 'request lost') throw new Error('no reply')
  const mark = JSON.stringify([edit, files.map(({ name }) => name)])
  const fits = edit.seenAt === stored.updatedAt
  if (fits) {
    change({ name: edit.name, price: Number(edit.price), offerPrice: Number(edit.offerPrice) })
    lastEdit = mark
  }
  if (fate === 'reply lost') throw new Error('no reply')
  if (fits || mark === lastEdit) return { success: true as const, message: 'Product Saved', product: stored }
  return { success: false as const, status: 200, code: 'product_changed' as const, message: 'changed' }
}

const save = (changed: Partial<ProductEdit>, files: File[] = []) =>
  saveEdit(send, { edit: { ...form, ...changed }, files }, lost, retry)

test('a save whose reply was lost is resent and saved once', async () => {
  wire = ['reply lost']
  expect(await save({ name: 'Rye' })).toMatchObject({ success: true, product: { name: 'Rye' } })
  expect([saves, lost]).toEqual([1, []])
})

test('saves over the form’s own edit whose reply was lost', async () => {
  const picture = new File(['bread'], 'bread.png')
  wire = lostThrice('reply lost')
  await expect(save({ name: 'Rye', image: ['new'] }, [picture])).rejects.toThrow('no reply')
  expect(stored.name).toBe('Rye')
  const reply = await save({ name: 'Rye bread', image: ['new'] }, [picture])
  expect(reply).toMatchObject({ success: true, product: { name: 'Rye bread' } })
  expect([saves, lost]).toEqual([2, []])
})

test.each(['request lost', 'reply lost'] as const)('saves over it also after a second %s', async (second) => {
  wire = lostThrice('reply lost')
  await expect(save({ name: 'First' })).rejects.toThrow('no reply')
  wire = ['arrives', 'arrives', ...lostThrice(second)]
  await expect(save({ name: 'Second' })).rejects.toThrow('no reply')
  wire = [...lostThrice('request lost'), ...lostThrice('request lost')]
  for (const _ of [1, 2]) await expect(save({ name: 'Third' })).rejects.toThrow('no reply')
  expect(lost).toHaveLength(3)
  expect(await save({ name: 'Fourth' })).toMatchObject({ success: true, product: { name: 'Fourth' } })
})

test('doesn’t overwrite another seller’s edit or price, not even after its own lost save', async () => {
  change({ name: 'A colleague’s' })
  expect(await save({ name: 'Mine' })).toMatchObject({ code: 'product_changed' })
  expect(stored.name).toBe('A colleague’s')

  const seenAt = stored.updatedAt
  wire = lostThrice('reply lost')
  await expect(save({ name: 'Mine', seenAt })).rejects.toThrow('no reply')
  change({ offerPrice: 27 })
  expect(await save({ name: 'Mine again', seenAt })).toMatchObject({ code: 'product_changed' })
  expect(stored).toMatchObject({ name: 'Mine', offerPrice: 27 })
})
