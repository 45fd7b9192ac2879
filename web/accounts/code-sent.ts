import { limits } from '../../contract/values/limits.ts'
import { type SafeStorage, tabStorage } from '../client/browser-storage.ts'
import { shopNow } from '../shop-clock.ts'
import { makeStore } from '../store.ts'

/** A code that the shop was asked to mail. */
export type SentCode = {
  /** When, by the shop's clock, in milliseconds since 1970. */
  at: number
  /** The shop's message while its mail is delayed. No screen then says that a code was sent. */
  delay?: string
}

/** The shop's reply to the request for a code. */
export type CodeReply = { message: string; mailDelayed?: true }

/** Returns the stored form of such a reply. */
export function sentCode({ message, mailDelayed }: CodeReply): SentCode {
  return { at: shopNow(), ...(mailDelayed && { delay: message }) }
}

const key = 'talad.code'

/**
 * Makes the store of the newest verification code that this tab has requested, so that the code's screen knows whether
 * mail is delayed, and when to offer another code. It is in sessionStorage too, so it survives a reload.
 */
export function makeVerifyCode(storage: SafeStorage) {
  const code = makeStore<SentCode | undefined>(undefined)

  return {
    use: code.use,
    get: code.get,

    /** Reads the stored code. */
    load(): void {
      const stored = storage.readJson(key) as Partial<SentCode> | null | undefined
      const isCode = typeof stored?.at === 'number' && ['string', 'undefined'].includes(typeof stored.delay)
      code.set(isCode ? (stored as SentCode) : undefined)
    },

    noteSent(reply: CodeReply): void {
      const sent = sentCode(reply)
      code.set(sent)
      storage.write(key, JSON.stringify(sent))
    },

    /** Called on logout: the next user of this browser may be another person. */
    forget(): void {
      code.set(undefined)
      storage.write(key, null)
    },

    /** Returns whether the mailed code is still valid for at least two minutes. */
    isStillValid(): boolean {
      return shopNow() - (code.get()?.at ?? 0) < (limits.codeMinutes - 2) * 60_000
    },
  }
}

export const verifyCode = makeVerifyCode(tabStorage)
if (typeof window !== 'undefined') verifyCode.load()
