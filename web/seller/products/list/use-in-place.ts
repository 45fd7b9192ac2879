import { useRef, useState } from 'react'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { m } from '../../../messages/messages.ts'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { sellerKey } from '../../client/seller-key.ts'
import { forgetUnanswered, type InPlaceChange, isUnanswered, saveInPlace } from './save-in-place.ts'

/**
 * Unsaved input by seller, column and product. Survives the login screen, which replaces the list when the session has
 * ended.
 */
const unsaved = new Map<string, string>()

export type InPlaceOptions<V, S> = {
  product: SellerProduct
  /** The name of the column, such as `price`: Enter moves to the same column of the next row. */
  cell: string
  /** The product's name in the page's language. */
  name: string
  change: InPlaceChange<V, S>
  /** Parses the text: returns the value, or an error message. */
  read: (text: string) => { value: V } | { error: string }
  /** Returns the value as messages show it. */
  format: (stored: S) => string
  /** Returns a question to ask before saving; undefined if there is none. */
  question?: (value: V, seen: SellerProduct) => string | undefined
  onChange: (product: SellerProduct) => void
  /** Called if another person changed the value, so that the field asks whether to save over it. */
  onConflict: () => void
}

/**
 * The state of a field edited in a list. A save is based on the value shown when editing began, whatever changes
 * meanwhile. If the value itself was changed by another person, the input stays until it is saved over theirs, or
 * discarded.
 */
export function useInPlace<V, S>(options: InPlaceOptions<V, S>) {
  const { product, cell, name, change, read, format, question, onChange, onConflict } = options
  const key = sellerKey(`${cell} ${product._id}`)
  const [input, setInput] = useState(() => unsaved.get(key))
  const [error, setError] = useState<string | undefined>(() => (unsaved.has(key) ? m.seller_not_saved() : undefined))
  const [saving, setSaving] = useState(false)
  const [openQuestion, setOpenQuestion] = useState<{ value: V; text: string; open: boolean }>()
  const seen = useRef<SellerProduct>(undefined)
  const busy = useRef(false)
  /** Whether another person changed the value: then leaving the field doesn't save over it. */
  const isConflict = useRef(false)
  const hideToast = useRef<() => void>(undefined)

  function clearError() {
    isConflict.current = false
    hideToast.current?.()
    setError(undefined)
  }

  function restore() {
    clearError()
    seen.current = undefined
    unsaved.delete(key)
    setInput(undefined)
  }

  /** Discards the input. A save without a reply may have been made: reads the shop's value. */
  async function discard() {
    if (busy.current) return
    restore()
    if (!isUnanswered(change, product)) return
    const current = await readProduct(product._id).catch(() => undefined)
    if (!current) return
    forgetUnanswered(change, product)
    onChange(current)
  }

  function type(text: string) {
    seen.current ??= product
    unsaved.set(key, text)
    setInput(text)
    clearError()
  }

  /** Saves the input. Returns false if it is invalid, which the field shows. */
  function finish({ left = false } = {}): boolean {
    if (busy.current || input === undefined) return true
    if (left && isConflict.current) return true
    const before = seen.current ?? product
    if (input === change.textOf(before) && !isUnanswered(change, product)) {
      restore()
      return true
    }
    const result = read(input)
    if ('error' in result) {
      setError(result.error)
      return false
    }
    const text = isConflict.current ? undefined : question?.(result.value, before)
    if (text === undefined) void send(result.value, before)
    else setOpenQuestion({ value: result.value, text, open: true })
    return true
  }

  async function send(value: V, before: SellerProduct) {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    clearError()
    try {
      const outcome = await saveInPlace(change, value, before, readProduct)
      if (outcome.kind === 'refused') return refused(outcome)
      onChange(outcome.product)
      if (outcome.kind === 'changed') return changed(value, outcome.product)
      toast.success(outcome.message)
      restore()
    } catch {
      // The input stays, to be saved again.
      setError(m.seller_not_answered())
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  function refused({ message, fields }: { message: string; fields: Record<string, string> }) {
    const [fieldError] = Object.values(fields)
    if (fieldError !== undefined) return setError(fieldError)
    toast.error(message)
    setError(m.seller_not_saved())
  }

  function changed(value: V, product: SellerProduct) {
    const stored = change.storedOf(product)
    const current = format(stored)
    const mine = format(change.put(value, stored))
    seen.current = product
    isConflict.current = true
    setError(m.seller_changed_to({ now: current }))
    onConflict()
    // The cursor may be in another row by now: the toast names the product.
    hideToast.current = toast.error(m.seller_changed_of({ name, now: current, mine }), {
      action: { label: m.seller_save_mine(), onClick: () => void send(value, product) },
    })
  }

  /** Handles the answer to the question before saving. */
  function answer(sure: boolean) {
    if (!openQuestion) return
    setOpenQuestion({ ...openQuestion, open: false })
    if (sure) void send(openQuestion.value, seen.current ?? product)
    else restore()
  }

  return { text: input ?? change.textOf(product), error, saving, openQuestion, type, discard, finish, answer }
}

/** Returns the current product of the shop. */
async function readProduct(id: string): Promise<SellerProduct | undefined> {
  const reply = await sellerApi.product.seller({ id })
  return reply.success ? reply.products[0] : undefined
}
