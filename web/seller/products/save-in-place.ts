import type { SellerProduct } from '../../../contract/entities.ts'
import { askAgain } from '../../client/ask-again.ts'

type Refused = { success: false; code: string; message: string; fields?: Record<string, string> | undefined }
type SaveReply = { success: true; message: string; product: SellerProduct } | Refused

/**
 * What a field of a product's row changes. `V` is the value that is typed, `S` what the shop compares and stores, of
 * which the value may be a part: a selling price is stored with the regular one.
 */
export type InPlaceChange<V, S> = {
  /** The fields that store the same, such as both prices, share this name. */
  kind: string
  storedOf: (product: SellerProduct) => S
  /** What the field shows. */
  textOf: (product: SellerProduct) => string
  /** What is stored, with the value put in. */
  put: (value: V, into: S) => S
  /** Stores `wanted` where the shop still has `seen`, else it refuses with `changedCode`. */
  send: (id: string, wanted: S, seen: S) => Promise<SaveReply>
  changedCode: string
  /** What the shop says of a save, for one whose answer was lost. */
  savedWords: () => string
}

export type InPlaceOutcome =
  | { kind: 'saved'; message: string; product: SellerProduct }
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  /** Another seller, or an order, changed the value; the product as it is now. */
  | { kind: 'changed'; product: SellerProduct }

/** By kind and product: what was sent and got no answer, as JSON. Each of them may be what the shop has. */
const unanswered = new Map<string, Set<string>>()
const keyOf = ({ kind }: { kind: string }, { _id }: { _id: string }) => `${kind} ${_id}`

/** Whether a change of this kind got no answer, so that the shop may have another value than the row shows. */
export function isUnanswered(change: { kind: string }, product: { _id: string }): boolean {
  return unanswered.has(keyOf(change, product))
}

/** Forgets what got no answer: the shop has been read since. */
export function forgetUnanswered(change: { kind: string }, product: { _id: string }): void {
  unanswered.delete(keyOf(change, product))
}

/**
 * Saves a value over what the seller saw. A change of one's own whose answer was lost is recognised, and the value is
 * saved over it; so is a change that left this field's value alone. Rejects when no answer came: the change may have
 * been made or not. `read` reads the product as the shop has it now.
 */
export async function saveInPlace<V, S>(
  change: InPlaceChange<V, S>,
  value: V,
  seen: SellerProduct,
  read: (id: string) => Promise<SellerProduct | undefined>,
): Promise<InPlaceOutcome> {
  let before = seen
  // Each round follows a change by somebody else within the last moment; three in a row are left to the seller.
  for (let round = 1; ; round++) {
    const reply = await sendNoted(change, value, before)
    if (reply.success) {
      forgetUnanswered(change, seen)
      return { kind: 'saved', message: reply.message, product: reply.product }
    }
    const now = reply.code === change.changedCode ? await read(seen._id) : undefined
    if (!now) return { kind: 'refused', message: reply.message, fields: reply.fields ?? {} }
    const stored = change.storedOf(now)
    if (markOf(change.put(value, stored)) === markOf(stored)) {
      forgetUnanswered(change, seen)
      return { kind: 'saved', message: change.savedWords(), product: now }
    }
    const isOwn = unanswered.get(keyOf(change, seen))?.has(markOf(stored)) === true
    const isOther = change.textOf(now) !== change.textOf(before)
    if ((isOther && !isOwn) || round === 3) {
      forgetUnanswered(change, seen)
      return { kind: 'changed', product: now }
    }
    before = now
  }
}

async function sendNoted<V, S>(change: InPlaceChange<V, S>, value: V, before: SellerProduct): Promise<SaveReply> {
  const stored = change.storedOf(before)
  const wanted = change.put(value, stored)
  try {
    return await askAgain(() => change.send(before._id, wanted, stored))
  } catch (error) {
    const key = keyOf(change, before)
    unanswered.set(key, new Set(unanswered.get(key)).add(markOf(wanted)))
    throw error
  }
}

const markOf = (stored: unknown) => JSON.stringify(stored)
