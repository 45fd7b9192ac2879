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

const key = 'talad.code'

/**
 * Makes the store of the newest verification code that this tab has requested, so that the code's screen knows whether
 * mail is delayed, and when to offer another code. It is in sessionStorage too, so it survives a reload.
 */
export function makeVerifyCode(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const code = makeStore<SentCode | undefined>(undefined)

  return {
    use: code.use,
    get: code.get,

    /** Reads the stored code. */
    load(): void {
      try {
        code.set(readCode(storage().getItem(key)))
      } catch {
        // Storage is forbidden.
      }
    },

    noteSent(reply: CodeReply): void {
      const sent = sentCode(reply)
      code.set(sent)
      try {
        storage().setItem(key, JSON.stringify(sent))
      } catch {
        // Storage is full or forbidden: the code is then only in memory.
      }
    },

    /** Called on logout: the next user of this browser may be another person. */
    forget(): void {
      code.set(undefined)
      try {
        storage().removeItem(key)
      } catch {
        // Storage is forbidden, so nothing was stored.
      }
    },

    /** Returns whether the mailed code is still valid for at least two minutes. */
    isGood(): boolean {
      return Date.now() - (code.get()?.at ?? 0) < (limits.codeMinutes - 2) * 60_000
    },
  }
}

/** Parses a stored code; undefined if it isn't one. */
function readCode(json: string | null): SentCode | undefined {
  const stored = JSON.parse(json || 'null') as Partial<SentCode> | null
  const isCode = typeof stored?.at === 'number' && ['string', 'undefined'].includes(typeof stored.delay)
  return isCode ? (stored as SentCode) : undefined
}

export const verifyCode = makeVerifyCode(() => sessionStorage)
if (typeof window !== 'undefined') verifyCode.load()
