/*
 * When codes were last mailed from this tab, so that a screen opened right after knows how long to wait before it
 * offers another. In memory only.
 */

type Purpose = 'verify' | 'reset'

const sentAt = new Map<Purpose, number>()

export function noteCodeSent(purpose: Purpose): void {
  sentAt.set(purpose, Date.now())
}

/** Milliseconds since 1970; 0 when none was sent from here. */
export function codeSentAt(purpose: Purpose): number {
  return sentAt.get(purpose) ?? 0
}
