import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { m } from '../../../messages/messages.ts'
import { makeStore } from '../../../store.ts'
import { toast } from '../../../ui/toast.ts'
import { keptDraft } from '../../drafts/kept-drafts.ts'
import { forgetUnanswered, type InPlaceChange, isUnanswered, saveInPlace } from './save-in-place.ts'

/*
 * A field edited in a list. A save is based on the value shown when editing began, whatever changes meanwhile. If the
 * value itself was changed by another person, the input stays until it is saved over theirs, or discarded.
 */

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

export type InPlaceState<V> = {
  /** What was typed; undefined while the field shows the product's value. */
  input: string | undefined
  error: string | undefined
  /** While it is true, the field is read-only. */
  saving: boolean
  /** The question before saving. Closed, it is still fading away. */
  openQuestion: { value: V; text: string; open: boolean } | undefined
}

/** Makes the state of a field. `now` returns its options as last rendered; `readProduct`, the shop's product. */
export function makeInPlace<V, S>(
  now: () => InPlaceOptions<V, S>,
  readProduct: (id: string) => Promise<SellerProduct | undefined>,
) {
  const typed = makeTyped(now)
  const { state, set, clearError, restore, type } = typed

  /** Discards the input. A save without a reply may have been made: reads the shop's value. */
  async function discard(): Promise<void> {
    if (state.get().saving) return
    const { change, product } = now()
    restore()
    if (!isUnanswered(change, product)) return
    const current = await readProduct(product._id).catch(() => undefined)
    if (!current) return
    forgetUnanswered(change, product)
    now().onChange(current)
  }

  /** Saves the input. Returns false if it is invalid, which the field shows. */
  function finish({ left = false } = {}): boolean {
    const { input, saving } = state.get()
    if (saving || input === undefined) return true
    if (left && typed.isConflict()) return true
    const { product, change, read, question } = now()
    const before = typed.basis()
    if (input === change.textOf(before) && !isUnanswered(change, product)) {
      restore()
      return true
    }
    const result = read(input)
    if ('error' in result) {
      set({ error: result.error })
      return false
    }
    const text = typed.isConflict() ? undefined : question?.(result.value, before)
    if (text === undefined) void send(result.value, before)
    else set({ openQuestion: { value: result.value, text, open: true } })
    return true
  }

  async function send(value: V, before: SellerProduct): Promise<void> {
    if (state.get().saving) return
    clearError()
    set({ saving: true })
    try {
      const outcome = await saveInPlace(now().change, value, before, readProduct)
      if (outcome.kind === 'refused') return set({ error: refusalError(outcome) })
      now().onChange(outcome.product)
      if (outcome.kind === 'changed') return changed(value, outcome.product)
      toast.success(outcome.message)
      restore()
    } catch {
      // The input stays, to be saved again.
      set({ error: m.sellerProducts_not_answered() })
    } finally {
      set({ saving: false })
    }
  }

  function changed(value: V, product: SellerProduct): void {
    const { name, change, format } = now()
    const stored = change.storedOf(product)
    const values = { now: format(stored), mine: format(change.put(value, stored)) }
    typed.showConflict(product, m.sellerProducts_changed_to(values), () =>
      // The cursor may be in another row by now: the toast names the product.
      toast.error(m.sellerProducts_changed_of({ name, ...values }), {
        action: { label: m.sellerProducts_save_mine(), onClick: () => void send(value, product) },
      }),
    )
  }

  /** Handles the answer to the question before saving. */
  function answer(sure: boolean): void {
    const { openQuestion } = state.get()
    if (!openQuestion) return
    set({ openQuestion: { ...openQuestion, open: false } })
    if (sure) void send(openQuestion.value, typed.basis())
    else restore()
  }

  return { state, type, discard, finish, answer }
}

/** Makes the state of a field with what is typed into it, and the product on which that is based. */
function makeTyped<V, S>(now: () => InPlaceOptions<V, S>) {
  const kept = keptDraft<string>(`${now().cell} ${now().product._id}`)
  const state = makeStore<InPlaceState<V>>(openedWith(kept.find()))
  const set = (changes: Partial<InPlaceState<V>>) => state.set({ ...state.get(), ...changes })
  /** The product when editing began. */
  let seen: SellerProduct | undefined
  /** Whether another person changed the value: then leaving the field doesn't save over it. */
  let isConflict = false
  let hideToast: (() => void) | undefined

  function clearError(): void {
    isConflict = false
    hideToast?.()
    set({ error: undefined })
  }

  function restore(): void {
    clearError()
    seen = undefined
    kept.delete()
    set({ input: undefined })
  }

  function type(text: string): void {
    seen ??= now().product
    kept.store(text)
    set({ input: text })
    clearError()
  }

  /** Handles another person's change of the value: bases the input on it. `showToast` returns what hides its toast. */
  function showConflict(product: SellerProduct, error: string, showToast: () => () => void): void {
    seen = product
    isConflict = true
    set({ error })
    now().onConflict()
    hideToast = showToast()
  }

  return {
    state,
    set,
    clearError,
    restore,
    type,
    showConflict,
    /** Returns the product on which the input is based. */
    basis: () => seen ?? now().product,
    isConflict: () => isConflict,
  }
}

/** Returns the state of a field that is opened, with the input that wasn't saved. */
const openedWith = (input: string | undefined) => ({
  input,
  error: input === undefined ? undefined : m.sellerProducts_not_saved(),
  saving: false,
  openQuestion: undefined,
})

/** Returns the error at a field that was refused. What isn't about the field is a toast. */
function refusalError({ message, fields }: { message: string; fields: Record<string, string> }): string {
  const [fieldError] = Object.values(fields)
  if (fieldError !== undefined) return fieldError
  toast.error(message)
  return m.sellerProducts_not_saved()
}
