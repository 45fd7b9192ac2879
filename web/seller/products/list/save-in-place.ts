import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { withRetries } from '../../../client/with-retries.ts'
import { sellerKey } from '../../client/seller-key.ts'

type SaveRefusal = { success: false; code: string; message: string; fields?: Record<string, string> }
type SaveReply = { success: true; message: string; product: SellerProduct } | SaveRefusal

/**
 * A change by a field of a product's row. `V` is the field's value; `S` is the value that the shop compares and stores
 * (optimistic locking), which may contain more: a selling price is stored with the regular one.
 */
export type InPlaceChange<V, S> = {
  /** Fields that store the same, such as both prices, have the same name. */
  kind: string
  storedOf: (product: SellerProduct) => S
  /** Returns the field's text. */
  textOf: (product: SellerProduct) => string
  /** Returns the value to store, which contains the field's. */
  put: (value: V, into: S) => S
  /** Stores `wanted` if the shop still has `seen`, else refuses with `changedCode`. */
  send: (id: string, wanted: S, seen: S) => Promise<SaveReply>
  changedCode: string
  /** Returns the message of a successful save, for one whose reply was lost. */
  savedMessage: () => string
}

export type InPlaceOutcome =
  | { kind: 'saved'; message: string; product: SellerProduct }
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  /** Another seller, or an order, changed the value; with the current product. */
  | { kind: 'changed'; product: SellerProduct }

/** By seller, kind and product: saves without a reply, as JSON. The shop may have any of them. */
const unanswered = new Map<string, Set<string>>()
const keyOf = ({ kind }: { kind: string }, { _id }: { _id: string }) => sellerKey(`${kind} ${_id}`)

/** Returns whether a change of this kind got no reply, so that the shop may have another value than the row shows. */
export function isUnanswered(change: { kind: string }, product: { _id: string }): boolean {
  return unanswered.has(keyOf(change, product))
}

/** Clears the saves without a reply: the shop has been read since. */
export function forgetUnanswered(change: { kind: string }, product: { _id: string }): void {
  unanswered.delete(keyOf(change, product))
}

/**
 * Saves a value over the one that the seller saw. An own earlier change whose reply was lost is recognised and
 * replaced; so is a change that left this field's value unchanged. Rejects if there is no reply: the change may or may
 * not have been made. `read` reads the current product.
 */
export async function saveInPlace<V, S>(
  change: InPlaceChange<V, S>,
  value: V,
  seen: SellerProduct,
  read: (id: string) => Promise<SellerProduct | undefined>,
): Promise<InPlaceOutcome> {
  let before = seen
  // Each further attempt follows a concurrent change; after three the seller decides.
  for (let attempt = 1; ; attempt++) {
    const reply = await sendAndRecord(change, value, before)
    if (reply.success) {
      forgetUnanswered(change, seen)
      return { kind: 'saved', message: reply.message, product: reply.product }
    }
    const current = reply.code === change.changedCode ? await read(seen._id) : undefined
    if (!current) return { kind: 'refused', message: reply.message, fields: reply.fields ?? {} }
    const stored = change.storedOf(current)
    if (jsonOf(change.put(value, stored)) === jsonOf(stored)) {
      forgetUnanswered(change, seen)
      return { kind: 'saved', message: change.savedMessage(), product: current }
    }
    const isOwn = unanswered.get(keyOf(change, seen))?.has(jsonOf(stored)) === true
    const isChanged = change.textOf(current) !== change.textOf(before)
    if ((isChanged && !isOwn) || attempt === 3) {
      forgetUnanswered(change, seen)
      return { kind: 'changed', product: current }
    }
    before = current
  }
}

async function sendAndRecord<V, S>(change: InPlaceChange<V, S>, value: V, before: SellerProduct): Promise<SaveReply> {
  const stored = change.storedOf(before)
  const wanted = change.put(value, stored)
  try {
    return await withRetries(() => change.send(before._id, wanted, stored))
  } catch (error) {
    const key = keyOf(change, before)
    unanswered.set(key, new Set(unanswered.get(key)).add(jsonOf(wanted)))
    throw error
  }
}

const jsonOf = (stored: unknown) => JSON.stringify(stored)
