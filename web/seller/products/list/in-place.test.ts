import { beforeEach, expect, test, vi } from 'vitest'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { signInSeller } from '../../../client/sign-in-seller.test-setup.ts'
import { m } from '../../../messages/messages.ts'
import { dismissToast, shownToasts } from '../../../ui/toast.ts'
import { type InPlaceOptions, makeInPlace } from './in-place.ts'
import { stockChange } from './stock-change.ts'

type Reply = Awaited<ReturnType<typeof stockChange.send>>

let made = 0
const aProduct = () => ({ _id: `in place ${made++}`, name: 'Rice', stock: 5 }) as SellerProduct

/**
 * The field of a product's stock, as a list shows it, with what it has sent and what it has called. `replied` resolves
 * the reply to the save; `stored` is the product as the shop has it.
 */
function aField(product = aProduct(), more: Partial<InPlaceOptions<number | null, number | null>> = {}) {
  const sent: { wanted: number | null; seen: number | null }[] = []
  const calls: string[] = []
  let replyWith: (reply: Reply) => void = () => {}
  const shop = { stored: product }
  const options: InPlaceOptions<number | null, number | null> = {
    product,
    cell: 'pieces',
    name: 'Rice',
    change: {
      ...stockChange,
      send: (_id, wanted, seen) => {
        sent.push({ wanted, seen })
        return new Promise((resolve) => (replyWith = resolve))
      },
    },
    read: (text) => (/^\d+$/.test(text) ? { value: Number(text) } : { error: 'Not a number' }),
    format: (stock) => `${stock} pieces`,
    onChange: (next) => {
      calls.push(`now ${next.stock}`)
      options.product = next
    },
    onConflict: () => calls.push('conflict'),
    ...more,
  }
  const field = makeInPlace(
    () => options,
    async () => shop.stored,
  )
  /** Replies, and waits until the field has it. */
  async function replied(reply: Reply) {
    replyWith(reply)
    await rested()
  }
  const saved = (stock: number): Reply => ({ success: true, message: 'Saved', product: { ...product, stock } })
  /** Has another person change the stock, and refuses the save. */
  async function conflict(stock: number) {
    shop.stored = { ...product, stock }
    await replied({ success: false, code: 'stock_changed', message: 'Changed' })
  }
  return { ...field, product, sent, calls, shop, saved, replied, conflict }
}

const rested = () => new Promise<void>((resolve) => setTimeout(resolve))

beforeEach(async () => {
  await signInSeller('mali@example.com')
  for (const { id } of shownToasts.get()) dismissToast(id)
})

test('saves what was typed over the value shown when editing began, once', async () => {
  const field = aField()
  field.type('7')
  expect(field.finish()).toBe(true)
  expect(field.finish({ left: true })).toBe(true)
  expect(field.state.get()).toMatchObject({ input: '7', saving: true })
  await field.replied(field.saved(7))
  expect(field.sent).toEqual([{ wanted: 7, seen: 5 }])
  expect(field.calls).toEqual(['now 7'])
  expect(field.state.get()).toEqual({ input: undefined, error: undefined, saving: false, openQuestion: undefined })
  expect(shownToasts.get()).toMatchObject([{ kind: 'success', text: 'Saved' }])
})

test('sends nothing that wasn’t changed, or that isn’t valid', () => {
  const field = aField()
  expect(field.finish()).toBe(true)
  field.type('5')
  expect(field.finish()).toBe(true)
  expect(field.state.get().input).toBeUndefined()
  field.type('many')
  expect(field.finish()).toBe(false)
  expect(field.state.get()).toMatchObject({ input: 'many', error: 'Not a number', saving: false })
  field.type('6')
  expect(field.state.get().error).toBeUndefined()
  expect(field.sent).toEqual([])
})

test('a refusal leaves the input, with its error at the field or as a toast', async () => {
  const field = aField()
  field.type('7')
  field.finish()
  await field.replied({ success: false, code: 'invalid_form', message: 'Wrong', fields: { stock: 'Too many' } })
  expect(field.state.get()).toMatchObject({ input: '7', error: 'Too many', saving: false })
  expect(shownToasts.get()).toEqual([])
  field.finish()
  await field.replied({ success: false, code: 'not_allowed', message: 'Not allowed' })
  expect(field.state.get()).toMatchObject({ input: '7', error: m.sellerProducts_not_saved() })
  expect(shownToasts.get()).toMatchObject([{ kind: 'error', text: 'Not allowed' }])
})

test('another person’s change is asked about: leaving saves nothing, Enter saves over it', async () => {
  const field = aField()
  field.type('7')
  field.finish()
  await field.conflict(4)
  expect(field.calls).toEqual(['now 4', 'conflict'])
  expect(field.state.get()).toMatchObject({ input: '7', error: m.sellerProducts_changed_to({ now: '4 pieces' }) })
  const text = m.sellerProducts_changed_of({ name: 'Rice', now: '4 pieces', mine: '7 pieces' })
  expect(shownToasts.get()).toMatchObject([{ text, action: { label: m.sellerProducts_save_mine() } }])
  expect(field.finish({ left: true })).toBe(true)
  expect(field.sent).toHaveLength(1)
  field.finish()
  expect(shownToasts.get()).toEqual([])
  await field.replied(field.saved(7))
  expect(field.sent[1]).toEqual({ wanted: 7, seen: 4 })
  expect(field.state.get().input).toBeUndefined()
})

test('the toast saves over another person’s change, too; typing again takes it away', async () => {
  const field = aField()
  field.type('7')
  field.finish()
  await field.conflict(4)
  shownToasts.get()[0]?.action?.onClick()
  expect(field.sent[1]).toEqual({ wanted: 7, seen: 4 })
  await field.conflict(3)
  field.type('8')
  expect(shownToasts.get()).toEqual([])
  expect(field.finish({ left: true })).toBe(true)
  expect(field.sent[2]).toEqual({ wanted: 8, seen: 3 })
})

test('asks before a value that differs much; the answer saves or restores', async () => {
  const question = (value: number | null) => (value === 70 ? 'Really 70?' : undefined)
  const field = aField(aProduct(), { question })
  field.type('70')
  field.finish()
  expect(field.state.get().openQuestion).toEqual({ value: 70, text: 'Really 70?', open: true })
  field.answer(false)
  expect(field.state.get()).toMatchObject({ input: undefined, openQuestion: { open: false } })
  field.type('70')
  field.finish()
  field.answer(true)
  await field.replied(field.saved(70))
  expect(field.sent).toEqual([{ wanted: 70, seen: 5 }])
})

test('Escape restores the value, but not while it is being saved', async () => {
  const field = aField()
  field.type('7')
  await field.discard()
  expect(field.state.get().input).toBeUndefined()
  field.type('8')
  field.finish()
  await field.discard()
  expect(field.state.get()).toMatchObject({ input: '8', saving: true })
  await field.replied(field.saved(8))
  expect(field.calls).toEqual(['now 8'])
})

test('without a reply the input stays, and is sent again; Escape then shows what the shop has', async () => {
  vi.useFakeTimers()
  const change = { ...stockChange, send: () => Promise.reject(new Error('no reply')) }
  const field = aField(aProduct(), { change })
  for (let press = 1; press <= 2; press += 1) {
    field.type('7')
    field.finish()
    await vi.runAllTimersAsync()
    expect(field.state.get()).toMatchObject({ input: '7', error: m.sellerProducts_not_answered(), saving: false })
  }
  field.shop.stored = { ...field.product, stock: 7 }
  await field.discard()
  expect(field.state.get()).toMatchObject({ input: undefined, error: undefined })
  expect(field.calls).toEqual(['now 7'])
})

test('what isn’t saved is there, marked, when the list is opened again after the end of the session', async () => {
  const field = aField()
  field.type('7')
  await signInSeller('somchai@example.com')
  expect(aField(field.product).state.get().input).toBeUndefined()
  await signInSeller('mali@example.com')
  const again = aField(field.product)
  expect(again.state.get()).toMatchObject({ input: '7', error: m.sellerProducts_not_saved() })
  await again.discard()
  expect(aField(field.product).state.get().input).toBeUndefined()
})
