import type { FailedAttemptReason } from '../../../contract/delivery/failed-attempt-rule.ts'
import { delayAfter } from '../../client/delay-after.ts'
import { makeStore } from '../../store.ts'

/*
 * What a rider taps is kept on the phone until the shop has answered, and sent in order: the connection is often lost
 * in lifts and basements. Each tap has an id, by which the shop applies it once.
 */

export type Tap = {
  id: string
  /** The id and the number of the order. */
  order: string
  number: number
  /**
   * When it was made, in milliseconds of this phone's clock; absent in taps that were stored before an update of the
   * shop. Version 0.2 can require it.
   */
  at?: number
  /** The shop's message, if it refused the tap: it is shown until the rider has read it. */
  refused?: string
  /**
   * When it is sent, in milliseconds of this phone's clock: until then it may be undone. Absent once it is on its way.
   */
  until?: number
} & RiderAct

/** What a rider does with an order. Phones store taps by these kinds. */
export type RiderAct =
  | { kind: 'take' | 'returned' }
  | { kind: 'failedAttempt'; reason: FailedAttemptReason }
  | { kind: 'delivered'; collected: number; receivedBy?: string; photo?: true }

/** The result of sending a tap: `lost` if there was no reply, or the shop is too busy to give one. */
export type TapResult = 'done' | 'lost' | { refused: string }

export type TapQueueDeps = {
  /** Returns the stored taps. Other tabs store theirs there, too. */
  load: () => readonly Tap[]
  store: (taps: readonly Tap[]) => void
  /** Sends a tap that has waited for some milliseconds. */
  send: (tap: Tap, waited: number) => Promise<TapResult>
  /** Called when the queue has sent, or given up, a tap with a photo. */
  forget: (tap: Tap) => void
  /** Returns the time on this phone's clock, in milliseconds. */
  now: () => number
  /** Calls a function after some milliseconds; returns what prevents that. */
  after: (milliseconds: number, call: () => void) => () => void
}

/** Milliseconds between tries to send; the last one repeats. */
export const tapRetryDelays = [2000, 5000, 10_000, 30_000]

/**
 * Milliseconds for which a failed attempt may be undone, as other steps: its mail is sent at once, and the order leaves
 * the phone.
 */
export const undoMilliseconds = 8000

/** Makes the queue of the taps of a phone. */
export function makeTapQueue({ load, store, send, forget, now, after }: TapQueueDeps) {
  const { state, change, heldFor, adoptHeld } = makeStoredTaps({ load, store, now })
  let sending = false
  let stopped = false
  let failures = 0
  let cancelRetry = () => {}

  /** Returns for how many milliseconds a tap has waited: none if the phone's clock was set back since. */
  const waited = ({ at = now() }: Tap): number => Math.max(now() - at, 0)
  const sent = ({ until: _, ...tap }: Tap) => tap as Tap
  const without = (id: string) => (taps: readonly Tap[]) => taps.filter((each) => each.id !== id)

  async function sendAll(): Promise<void> {
    if (sending || stopped) return
    sending = true
    cancelRetry()
    try {
      while (!stopped) {
        const tap = state.get().taps.find(({ refused }) => refused === undefined)
        if (!tap) break
        const held = heldFor(tap)
        if (held > 0) {
          cancelRetry = after(held, sendAll)
          return
        }
        if (tap.until !== undefined) change((taps) => taps.map((each) => (each.id === tap.id ? sent(each) : each)))
        const result = await send(sent(tap), waited(tap)).catch(() => 'lost' as const)
        if (result === 'lost') {
          state.set({ ...state.get(), lost: true })
          cancelRetry = after(delayAfter(tapRetryDelays, failures), sendAll)
          failures += 1
          return
        }
        failures = 0
        if (result === 'done') {
          change(without(tap.id), false)
          forget(tap)
        } else
          change(
            (taps) => taps.map((each) => (each.id === tap.id ? { ...each, refused: result.refused } : each)),
            false,
          )
      }
    } finally {
      sending = false
    }
  }

  adoptHeld(after, sendAll)

  return {
    use: state.use,
    get: state.get,
    /**
     * Keeps a tap, and sends it after those before it, which can't be undone any more; a failed attempt waits to be
     * undone.
     */
    add(tap: Tap): void {
      const held = tap.kind === 'failedAttempt' ? { until: now() + undoMilliseconds } : {}
      change((taps) => [...taps.map(sent), { ...tap, at: now(), ...held }])
      void sendAll()
    },
    /** Removes a tap that may still be undone: without a connection for as long as those before it wait. */
    undo(id: string): void {
      if (state.get().taps.some((tap) => tap.id === id && tap.until !== undefined)) change(without(id))
    },
    /** Sends now what may still be undone, such as before the phone puts the page to sleep. */
    release(): void {
      if (state.get().taps.some(({ until }) => until !== undefined)) change((taps) => taps.map(sent))
      void sendAll()
    },
    /** Sends what waits now: the connection may be back. */
    retry(): void {
      stopped = false
      void sendAll()
    },
    /** Sends nothing more until `retry`, such as after the rider was signed out. */
    stop(): void {
      stopped = true
      cancelRetry()
    },
    /** Removes a refused tap, which the rider has read. */
    dismiss(id: string): void {
      const tap = state.get().taps.find((each) => each.id === id)
      if (tap?.refused === undefined) return
      change(without(id))
      forget(tap)
    },
    /** Removes a tap that the shop was told of in another way. */
    remove(id: string): void {
      const tap = state.get().taps.find((each) => each.id === id)
      if (!tap) return
      change(without(id))
      forget(tap)
    },
  }
}

/**
 * Makes the list of the taps of this tab of the browser, stored together with those of other tabs. It begins without
 * those that may still be undone in the tab that made them.
 */
function makeStoredTaps({ load, store, now }: Pick<TapQueueDeps, 'load' | 'store' | 'now'>) {
  const free = load().filter((tap) => heldFor(tap) === 0)
  const state = makeStore<{ taps: readonly Tap[]; lost: boolean }>({ taps: free, lost: false })

  /** Changes the stored taps, which another tab may have changed, and those of this tab. */
  function change(to: (taps: readonly Tap[]) => readonly Tap[], lost = state.get().lost) {
    const known = new Set(state.get().taps.map(({ id }) => id))
    const others = load().filter(({ id }) => !known.has(id))
    const taps = to([...state.get().taps, ...others.filter((tap) => heldFor(tap) === 0)])
    // Taps that another tab may still undo stay in the store.
    store([...taps, ...others.filter((tap) => heldFor(tap) > 0)])
    state.set({ taps, lost })
  }

  /** Returns for how many milliseconds a tap may still be undone: not for long after the phone's clock was set back. */
  function heldFor({ until = 0 }: Tap): number {
    const left = until - now()
    return left > undoMilliseconds ? 0 : Math.max(left, 0)
  }

  /** Takes over what another tab may still undo, once its time is over: that tab may be gone by then. */
  function adoptHeld(after: TapQueueDeps['after'], adopted: () => Promise<void>): void {
    const held = Math.max(0, ...load().map(heldFor))
    if (held === 0) return
    after(held, () => {
      change((taps) => taps)
      void adopted()
    })
  }

  return { state, change, heldFor, adoptHeld }
}

export type TapQueue = ReturnType<typeof makeTapQueue>

/**
 * Kinds by which a phone may have stored taps before an update of the shop, which it still sends. Version 0.2 can drop
 * them.
 */
const earlierKinds: Readonly<Record<string, Tap['kind']>> = {
  giveBack: 'returned',
  notHome: 'failedAttempt',
  failedTry: 'failedAttempt',
}

/** Returns the taps in stored JSON; none if it isn't such a list. */
export function readTaps(stored: unknown): Tap[] {
  if (!Array.isArray(stored)) return []
  return stored
    .filter(
      (tap: Partial<Tap> | null) =>
        typeof tap?.id === 'string' && typeof tap.order === 'string' && typeof tap.kind === 'string',
    )
    .map((tap) => ({ ...tap, kind: earlierKinds[tap.kind] ?? tap.kind }))
}
