import { newKey } from '../client/attempt.ts'

/*
 * What was typed into the address form and isn't saved yet. It outlives a page that is loaded anew, as for the other
 * language, and ends with the tab; whose it is, and of which address, stands with it.
 */

const key = 'talad.address'

type Draft = Readonly<Record<string, string>>
/** Whose draft, and of which saved address; without one of a new address. */
type Of = { userId: string; addressId: string | undefined }

/** A new address that was sent: the key by which the shop knows it again, and what it said. */
type Attempt = { key: string; content: string }
/** Where nothing can be kept, the page still knows it. */
let lastAttempt: Attempt | undefined

export function keepAddressDraft(of: Of, typed: Draft): void {
  write(of, { typed, attempt: kept(of).attempt })
}

/**
 * The Idempotency-Key to send a new address with: the one that this tab has sent the same with before, so that an
 * address whose answer was lost is saved once.
 */
export function addressAttemptKey(of: Of, address: unknown): string {
  const content = JSON.stringify([of.userId, address])
  const { typed, attempt = lastAttempt } = kept(of)
  if (attempt?.content === content) return attempt.key
  lastAttempt = { key: newKey(), content }
  write(of, { typed, attempt: lastAttempt })
  return lastAttempt.key
}

export function dropAddressDraft(): void {
  lastAttempt = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept either.
  }
}

/** What this user had typed for this address, by field; undefined when there is no such draft. */
export function addressDraftOf(of: Of): Draft | undefined {
  const { typed } = kept(of)
  if (typeof typed !== 'object' || typed === null) return undefined
  return Object.fromEntries(
    Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

type Kept = { typed?: Draft | undefined; attempt?: Attempt | undefined }

function write({ userId, addressId }: Of, { typed, attempt }: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, addressId, typed, attempt }))
  } catch {
    // Storage is full or forbidden: the draft then lasts as long as the page.
  }
}

function kept({ userId, addressId }: Of): Kept {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as (Kept & Partial<Of>) | null
    return found?.userId === userId && found.addressId === addressId ? found : {}
  } catch {
    return {}
  }
}
