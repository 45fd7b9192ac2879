import { sellerKey } from '../client/seller-key.ts'

/** Unsaved drafts of forms, by seller. */
const drafts = new Map<string, unknown>()

/** Keeps a form's unsaved draft, and what it is based on, after the form is gone. */
export type KeptDraft<Kept> = {
  find: () => Kept | undefined
  store: (kept: Kept) => void
  delete: () => void
}

/**
 * Returns where the signed-in seller's draft of the form `name` is kept until it is saved or discarded: it survives the
 * end of the session. It stays that seller's, also if it is stored or deleted when the session has ended.
 */
export function keptDraft<Kept>(name: string): KeptDraft<Kept> {
  const key = sellerKey(name)
  return {
    find: () => drafts.get(key) as Kept | undefined,
    store: (kept) => void drafts.set(key, kept),
    delete: () => void drafts.delete(key),
  }
}
