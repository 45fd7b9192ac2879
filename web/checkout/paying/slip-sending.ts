import type { Slip } from '../../../contract/entities/payment.ts'
import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import { makeStore } from '../../store.ts'
import { pollUntilSettled } from '../placing/poll-until-settled.ts'

/*
 * Sending the picture of a slip. The picture stays in memory until the shop has it, whatever screens are opened
 * meanwhile. If the reply is lost, the shop is asked whether the slip arrived before anything is sent again. Calls and
 * clock are passed in as `SlipDeps`.
 */

export type SlipSending =
  | { status: 'empty' }
  | { status: 'chosen'; picture: File }
  /** `sent`: the fraction from 0 to 1. */
  | { status: 'sending'; picture: File; sent: number }
  | { status: 'refused'; picture: File; code: RefusalCode; message: string }
  /** The reply was lost. The shop is being asked whether the slip arrived. */
  | { status: 'checking'; picture: File }
  /** The reply was lost, and the shop has since answered that it has no slip. */
  | { status: 'not sent'; picture: File }

export type SendReply =
  | { success: true; slip: Slip }
  | { success: false; code: RefusalCode; message: string; status: number }

/** The calls reject if there is no reply. */
export type SlipDeps = {
  /** `unread`: also if no code can be read in it, for the seller's eyes. */
  send: (picture: File, options: { unread: boolean; onProgress: (sent: number) => void }) => Promise<SendReply>
  /** Returns the slip that the shop has now; `closed` if the order no longer awaits payment. */
  poll: () => Promise<Slip | null | 'closed'>
  /** Called when the shop has the slip, or needs none any more. */
  onSent: () => void
  /** Called with the shop's message if the session has ended: nothing was sent. */
  onSignedOut: (message: string) => void
  /** Milliseconds since the page was opened, which never go back. */
  uptime: () => number
  /** Resolves after this many milliseconds, or earlier when the connection is back. */
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Milliseconds for which the screen looks for a slip whose reply was lost. The shop usually reads one within a second;
 * if it takes longer, sending the picture again shows the slip that waits (`slip_waits`).
 */
export const replyTimeout = 8000

/**
 * Refusals after which the screen shows how the order stands: it no longer awaits payment, or a slip of it is waiting,
 * such as one sent from another window.
 */
const endings: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['order_not_payable', 'order_unknown', 'slip_waits'])

/** What can be done after a refusal. */
export type Remedy =
  /** Another picture; or this one, for the seller to look at. */
  | 'another or unread'
  | 'another'
  /** The same picture once more. */
  | 'again'

/** Refusals of the picture itself. After the others it can be sent again. */
const remedies: Partial<Record<RefusalCode, Remedy>> = {
  slip_no_code: 'another or unread',
  slip_checksum: 'another or unread',
  slip_payment_qr: 'another',
  slip_several: 'another',
  slip_type: 'another',
  slip_too_large: 'another',
  slip_used: 'another',
  slip_sent_before: 'another',
}

/** Returns what can be done after a refusal. */
export const remedyOf = (code: RefusalCode): Remedy => remedies[code] ?? 'again'

/** Returns whether the shop got a slip since `before`. */
export function hasArrived(before: Slip | null, current: Slip | null | 'closed'): boolean {
  return current === 'closed' || (current !== null && (current.state === 'waiting' || current.at !== before?.at))
}

/** Makes the sending of one order's slip. */
export function makeSlipSending(deps: SlipDeps) {
  const state = makeStore<SlipSending>({ status: 'empty' })
  /** Whether a reply was lost since the picture was chosen. */
  let wasLost = false

  const isBusy = () => state.get().status === 'sending' || state.get().status === 'checking'

  function choose(picture: File): void {
    if (isBusy()) return
    wasLost = false
    state.set({ status: 'chosen', picture })
  }

  /** Sends the chosen picture. `before` is the slip that the shop has so far. */
  async function send(before: Slip | null, { unread = false } = {}): Promise<void> {
    const current = state.get()
    if (current.status === 'empty' || isBusy()) return
    const { picture } = current
    const sending = (sent: number): SlipSending => ({ status: 'sending', picture, sent })
    state.set(sending(0))
    const onProgress = (sent: number) => {
      if (state.get().status === 'sending') state.set(sending(sent))
    }
    let reply: SendReply
    try {
      reply = await deps.send(picture, { unread, onProgress })
    } catch {
      return check(picture, before)
    }
    if (reply.success || endings.has(reply.code)) return done()
    // After an error of the server the slip may or may not have been stored.
    if (reply.code === 'broken') return check(picture, before)
    // Refused, perhaps, because a request whose reply was lost has arrived after all.
    if (wasLost && hasArrived(before, await deps.poll().catch(() => before))) return done()
    if (reply.code === 'not_signed_in') {
      // The picture can be sent after the login.
      state.set({ status: 'chosen', picture })
      return deps.onSignedOut(reply.message)
    }
    state.set({ status: 'refused', picture, code: reply.code, message: reply.message })
  }

  /** Finds out whether the shop got the slip. */
  async function check(picture: File, before: Slip | null): Promise<void> {
    wasLost = true
    state.set({ status: 'checking', picture })
    const hasSlip = await pollUntilSettled<true>({
      settledAt: deps.uptime() + replyTimeout,
      uptime: deps.uptime,
      wait: deps.wait,
      poll: async () => {
        const slip = await deps.poll().catch(() => undefined)
        if (slip === undefined) return 'no reply'
        return hasArrived(before, slip) ? { found: true } : 'nothing'
      },
    })
    if (hasSlip) return done()
    state.set({ status: 'not sent', picture })
  }

  function done(): void {
    state.set({ status: 'empty' })
    deps.onSent()
  }

  return { state, choose, send, discard: () => !isBusy() && state.set({ status: 'empty' }) }
}

export type SlipSender = ReturnType<typeof makeSlipSending>
