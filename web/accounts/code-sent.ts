import { limits } from '../../contract/limits.ts'
import { makeStore } from '../store.ts'

/** A code that the shop was asked to mail. */
export type SentCode = {
  /** Milliseconds since 1970. */
  at: number
  /** The shop's message while its mail is delayed. No screen then says that a code was sent. */
  delay?: string
}

/** The shop's reply to the request for a code. */
export type CodeReply = { message: string; mailDelayed?: true | undefined }

/** Returns what is stored of such a reply. */
export function sentCode({ message, mailDelayed }: CodeReply): SentCode {
  return { at: Date.now(), ...(mailDelayed && { delay: message }) }
}

/*
 * The newest verification code that this tab has requested, so that a screen opened right after knows when to offer
 * another. In memory only.
 */
const verifyCode = makeStore<SentCode | undefined>(undefined)

export function noteCodeSent(reply: CodeReply): void {
  verifyCode.set(sentCode(reply))
}

/** Called on logout: the next user of this browser may be another person. */
export function forgetCodesSent(): void {
  verifyCode.set(undefined)
}

/** Returns the newest code; undefined if none was requested here. */
export const useCodeSent = verifyCode.use

/** Returns whether the mailed code is still valid for at least two minutes. */
export function isCodeGood(): boolean {
  return Date.now() - (verifyCode.get()?.at ?? 0) < (limits.codeMinutes - 2) * 60_000
}
