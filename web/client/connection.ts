import { makeStore } from '../store.ts'
import { delayAfter } from './delay-after.ts'

/*
 * Whether the shop can be reached. A request without a reply sets it; a probe is then repeated until there is one. The
 * banner and the screens that wait for a reply subscribe to it.
 */

type Connection = { down: boolean }

const reached: Connection = { down: false }
const lostConnection: Connection = { down: true }

/** Milliseconds between probes; the last one repeats. */
const probeDelays = [1000, 2000, 4000, 8000, 15_000]

/** Makes the state of a connection, with the probe that `probeWith` sets. */
export function makeConnection() {
  const connection = makeStore(reached)
  let probeTimer: ReturnType<typeof setTimeout> | undefined
  let probesSent = 0
  let probe: (() => Promise<unknown>) | undefined
  const onReconnect = new Set<() => void>()

  function sendProbe(): void {
    clearTimeout(probeTimer)
    probeTimer = undefined
    probesSent += 1
    // Its result arrives through reportReached or reportLost.
    probe?.().catch(() => {})
  }

  /** Probes at once instead of waiting for the next probe. */
  function retryConnection(): void {
    if (connection.get().down) sendProbe()
  }

  return {
    /** Returns whether the last request got no reply. */
    useConnection: connection.use,
    retryConnection,

    /** Calls `listener` each time the shop is reachable again; returns the function that ends this. */
    whenReconnected(listener: () => void): () => void {
      onReconnect.add(listener)
      return () => onReconnect.delete(listener)
    },

    /** Sets the request of the probe. */
    probeWith(request: () => Promise<unknown>): void {
      probe = request
    },

    reportReached(): void {
      clearTimeout(probeTimer)
      probeTimer = undefined
      probesSent = 0
      if (!connection.get().down) return
      connection.set(reached)
      for (const listener of onReconnect) listener()
    },

    reportLost(): void {
      if (!connection.get().down) {
        connection.set(lostConnection)
        globalThis.addEventListener?.('online', retryConnection, { once: true })
      }
      if (probeTimer === undefined) {
        probeTimer = setTimeout(sendProbe, delayAfter(probeDelays, probesSent))
      }
    },
  }
}

export const { useConnection, retryConnection, whenReconnected, probeWith, reportReached, reportLost } =
  makeConnection()
