import { useRef, useState } from 'react'
import type { SellerProduct } from '../../../contract/entities.ts'
import { api } from '../../client/api.ts'
import { m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { forgetUnanswered, type InPlaceChange, isUnanswered, saveInPlace } from './save-in-place.ts'

export type InPlaceOptions<V, S> = {
  product: SellerProduct
  /** The product's name in the page's language. */
  name: string
  change: InPlaceChange<V, S>
  /** What was typed, or what is wrong with it, in words. */
  read: (typed: string) => { value: V } | { fault: string }
  /** The field's value as a message names it. */
  wordsOf: (stored: S) => string
  /** Asks before a value is saved; undefined where it needs no question. */
  question?: (value: V, seen: SellerProduct) => string | undefined
  onChange: (product: SellerProduct) => void
}

/**
 * The state of a field that is changed in place. What is saved counts from what was shown when the typing began,
 * whatever orders or colleagues change meanwhile; where they changed this very value, what was typed stays until it is
 * saved over theirs, or dropped.
 */
export function useInPlace<V, S>({ product, name, change, read, wordsOf, question, onChange }: InPlaceOptions<V, S>) {
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [asked, setAsked] = useState<{ value: V; words: string; open: boolean }>()
  const seen = useRef<SellerProduct>(undefined)
  const busy = useRef(false)
  /** The value was changed elsewhere: only a press saves over it, not merely leaving the field. */
  const clash = useRef(false)
  const hideToast = useRef<() => void>(undefined)

  function settle() {
    clash.current = false
    hideToast.current?.()
    setFault(undefined)
  }

  function restore() {
    settle()
    seen.current = undefined
    setTyped(undefined)
  }

  /** Drops what was typed. A save that got no answer may have been made: the shop is asked what it has. */
  async function drop() {
    if (busy.current) return
    restore()
    if (!isUnanswered(change, product)) return
    const now = await readProduct(product._id).catch(() => undefined)
    if (!now) return
    forgetUnanswered(change, product)
    onChange(now)
  }

  function type(text: string) {
    seen.current ??= product
    setTyped(text)
    settle()
  }

  /** Saves what was typed. Returns false where it can't be: the field says why. */
  function finish({ left = false } = {}): boolean {
    if (busy.current || typed === undefined) return true
    if (left && clash.current) return true
    const before = seen.current ?? product
    if (typed === change.textOf(before) && !isUnanswered(change, product)) {
      restore()
      return true
    }
    const result = read(typed)
    if ('fault' in result) {
      setFault(result.fault)
      return false
    }
    const words = clash.current ? undefined : question?.(result.value, before)
    if (words === undefined) void send(result.value, before)
    else setAsked({ value: result.value, words, open: true })
    return true
  }

  async function send(value: V, before: SellerProduct) {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    settle()
    try {
      const outcome = await saveInPlace(change, value, before, readProduct)
      if (outcome.kind === 'refused') return refused(outcome)
      onChange(outcome.product)
      if (outcome.kind === 'changed') return changed(value, outcome.product)
      toast.success(outcome.message)
      restore()
    } catch {
      // What was typed stays, to be saved again.
      setFault(m.seller_not_answered())
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  function refused({ message, fields }: { message: string; fields: Record<string, string> }) {
    const [words] = Object.values(fields)
    if (words !== undefined) return setFault(words)
    toast.error(message)
    setFault(m.seller_not_saved())
  }

  function changed(value: V, product: SellerProduct) {
    const stored = change.storedOf(product)
    const now = wordsOf(stored)
    const mine = wordsOf(change.put(value, stored))
    seen.current = product
    clash.current = true
    setFault(m.seller_changed_to({ now }))
    // The cursor is in another row by now: the message says which product it was.
    hideToast.current = toast.error(m.seller_changed_of({ name, now, mine }), {
      action: { label: m.seller_save_mine(), onClick: () => void send(value, product) },
    })
  }

  /** Answers the question whether a value is to be saved. */
  function answer(sure: boolean) {
    if (!asked) return
    setAsked({ ...asked, open: false })
    if (sure) void send(asked.value, seen.current ?? product)
    else restore()
  }

  return { text: typed ?? change.textOf(product), fault, saving, asked, type, drop, finish, answer }
}

/** A product as the shop has it now. */
async function readProduct(id: string): Promise<SellerProduct | undefined> {
  const reply = await api.product.seller({ id })
  return reply.success ? reply.products[0] : undefined
}
