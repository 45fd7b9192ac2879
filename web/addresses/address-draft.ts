/*
 * What was typed into the address form and isn't saved yet. It outlives a page that is loaded anew, as for the other
 * language, and ends with the tab; whose it is, and of which address, stands with it.
 */

const key = 'talad.address'

type Draft = Readonly<Record<string, string>>
/** Whose draft, and of which saved address; without one of a new address. */
type Of = { userId: string; addressId: string | undefined }

export function keepAddressDraft({ userId, addressId }: Of, typed: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, addressId, typed }))
  } catch {
    // Storage is full or forbidden: the draft then lasts as long as the page.
  }
}

export function dropAddressDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept either.
  }
}

/** What this user had typed for this address, by field; undefined when there is no such draft. */
export function addressDraftOf({ userId, addressId }: Of): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { userId: ofUser, addressId: ofAddress, typed } = kept as Record<string, unknown>
    if (ofUser !== userId || ofAddress !== addressId || typeof typed !== 'object' || typed === null) return undefined
    return Object.fromEntries(
      Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return undefined
  }
}
