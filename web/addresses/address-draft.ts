/*
 * What was typed into the address form and isn't saved yet. It outlives a page that is loaded anew, as for the other
 * language, and ends with the tab; whose it is stands with it.
 */

const key = 'talad.address'

type Draft = Readonly<Record<string, string>>

export function keepAddressDraft(userId: string, typed: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, typed }))
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

/** What this user had typed, by field; empty when it was another user's. */
export function addressDraftOf(userId: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return {}
    const { userId: of, typed } = kept as Record<string, unknown>
    if (of !== userId || typeof typed !== 'object' || typed === null) return {}
    return Object.fromEntries(
      Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
