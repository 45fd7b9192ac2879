import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import { makeStore } from '../../store.ts'

export type HoldReply =
  | { success: true; seconds: number; expiresAt: string }
  | { success: false; code: RefusalCode; message: string }

/**
 * Refusals after which no window is shown as held, so that the shopper chooses again. One that the shop held before
 * stays held there until its end or the next choice.
 */
const endings: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['window_full', 'window_closed', 'hold_used_up'])

/** A held window, and the moment until which it is held if that is clearly less than the usual ten minutes. */
type HeldWindow = { id: string; until: string | undefined }

/** Seconds of a hold that ends early, as at the window's cut-off. */
const shortHold = 540

/** Makes the window that the shop holds for the shopper. */
export function makeWindowHold() {
  const held = makeStore<HeldWindow | undefined>(undefined)
  /** The window that was requested last. */
  let requested: string | undefined
  let ending: ReturnType<typeof setTimeout> | undefined

  /** Shows a window as held until the shop stops holding it, also while the page isn't used. */
  function keepFor(id: string, seconds: number, expiresAt: string): void {
    clearTimeout(ending)
    held.set({ id, until: seconds < shortHold ? expiresAt : undefined })
    ending = setTimeout(() => held.set(undefined), seconds * 1000)
  }

  /** Shows no window as held, also if the reply about one is still to come. */
  function end(): void {
    clearTimeout(ending)
    requested = undefined
    held.set(undefined)
  }

  return {
    use: held.use,
    get: held.get,
    end,

    /**
     * Asks the shop to hold a window. Returns the reply; undefined if it says nothing about the window: there is none,
     * a refusal has another reason, or meanwhile another window was requested or the hold ended.
     */
    async request(id: string, call: () => Promise<HoldReply>): Promise<HoldReply | undefined> {
      requested = id
      const reply = await call().catch(() => undefined)
      if (!reply || requested !== id) return undefined
      if (reply.success) keepFor(id, reply.seconds, reply.expiresAt)
      else if (endings.has(reply.code)) held.set(undefined)
      else return undefined
      return reply
    },
  }
}
