import { tabStorage } from '../client/browser-storage.ts'
import { newId } from '../client/new-id.ts'

/*
 * Unsaved input of the address form. It survives a reload, such as for the other language, and ends with the tab; it is
 * stored with its user and address.
 */

const key = 'talad.address'

type Fields = Readonly<Record<string, string>>
/** The user, and the saved address; undefined for a new one. */
type Of = { userId: string; addressId: string | undefined }

/** A new address that was sent: its Idempotency-Key and its content. */
type SentAddress = { key: string; content: string }
/** Used if storage is unavailable. */
let lastSent: SentAddress | undefined

/** Stores a user's input for an address. */
export function keepAddressDraft(of: Of, draft: Fields): void {
  write(of, { typed: draft, sent: read(of).sent })
}

/**
 * Returns the Idempotency-Key for a new address: the one with which this tab has sent the same content before, so that
 * an address whose reply was lost is saved once.
 */
export function addressKey(of: Of, address: unknown): string {
  const content = JSON.stringify([of.userId, address])
  const { typed, sent = lastSent } = read(of)
  if (sent?.content === content) return sent.key
  lastSent = { key: newId(), content }
  write(of, { typed, sent: lastSent })
  return lastSent.key
}

/** Deletes the stored input and the Idempotency-Key. */
export function dropAddressDraft(): void {
  lastSent = undefined
  tabStorage.write(key, null)
}

/** Returns this user's input for this address, by field; undefined if there is none. */
export function addressDraftOf(of: Of): Fields | undefined {
  const { typed: draft } = read(of)
  if (typeof draft !== 'object' || draft === null) return undefined
  return Object.fromEntries(
    Object.entries(draft).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

type StoredAddressDraft = { typed?: Fields; sent?: SentAddress }

function write({ userId, addressId }: Of, { typed, sent }: StoredAddressDraft): void {
  tabStorage.write(key, JSON.stringify({ userId, addressId, typed, sent }))
}

function read({ userId, addressId }: Of): StoredAddressDraft {
  const found = tabStorage.readJson(key) as (StoredAddressDraft & Partial<Of>) | null | undefined
  return found?.userId === userId && found.addressId === addressId ? found : {}
}
