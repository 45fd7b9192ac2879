import { limits } from '../../contract/limits.ts'

/*
 * When codes were last mailed from this tab, so that a screen opened right after knows how long to wait before it
 * offers another. In memory only.
 */

type Purpose = 'verify' | 'reset'

const sentAt = new Map<Purpose, number>()

export function noteCodeSent(purpose: Purpose): void {
  sentAt.set(purpose, Date.now())
}

/** The next one at this browser may be somebody else, whom no code was mailed to. */
export function forgetCodesSent(): void {
  sentAt.clear()
}

/** Whether a code that was mailed from here can still be used for a while: for all of its minutes but the last two. */
export function isCodeGood(purpose: Purpose): boolean {
  return Date.now() - codeSentAt(purpose) < (limits.codeMinutes - 2) * 60_000
}

/** Milliseconds since 1970; 0 when none was sent from here. */
export function codeSentAt(purpose: Purpose): number {
  return sentAt.get(purpose) ?? 0
}
