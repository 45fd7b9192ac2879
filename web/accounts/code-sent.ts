import { limits } from '../../contract/limits.ts'
import { makeStore } from '../store.ts'

/** A code that the shop was asked to mail. */
export type SentCode = {
  /** Milliseconds since 1970. */
  at: number
  /** While the shop's mail isn't going out: its words for that. No screen says then that a code was sent. */
  delay?: string
}

/** What the shop says of a code that it was asked to mail. */
export type CodeReply = { message: string; mailDelayed?: true | undefined }

/** What is kept of such a reply. */
export function sentCode({ message, mailDelayed }: CodeReply): SentCode {
  return { at: Date.now(), ...(mailDelayed && { delay: message }) }
}

/*
 * The newest code for verifying an address that was asked for from this tab, so that a screen opened right after knows
 * how long to wait before it offers another. In memory only.
 */
const verifyCode = makeStore<SentCode | undefined>(undefined)

export function noteCodeSent(reply: CodeReply): void {
  verifyCode.set(sentCode(reply))
}

/** The next one at this browser may be somebody else, whom no code was mailed to. */
export function forgetCodesSent(): void {
  verifyCode.set(undefined)
}

/** The newest code, live; undefined when none was asked for from here. */
export const useCodeSent = verifyCode.use

/** Whether a code that was mailed from here can still be used for a while: for all of its minutes but the last two. */
export function isCodeGood(): boolean {
  return Date.now() - (verifyCode.get()?.at ?? 0) < (limits.codeMinutes - 2) * 60_000
}
