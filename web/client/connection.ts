import { makeStore } from '../store.ts'

/*
 * Whether the shop can be reached. A request that got no reply sets it; a small probe then asks again until an
 * answer comes. The banner and the screens that wait for an answer listen here.
 */

type Connection = { down: boolean }

const reached: Connection = { down: false }
const lost: Connection = { down: true }

/** Milliseconds between probes, the last one again and again. */
const probeDelays = [1000, 2000, 4000, 8000, 15_000]

const connection = makeStore(reached)
let probeTimer: ReturnType<typeof setTimeout> | undefined
let probesSent = 0
let probe: (() => Promise<unknown>) | undefined
const onReconnect = new Set<() => void>()

/** Whether the last request got no reply at all. */
export const useConnection = connection.use

/** Asks the shop right now instead of waiting for the next probe. */
export function retryConnection(): void {
  if (connection.get().down) sendProbe()
}

/** Calls back each time the shop is reachable again; gives the function that ends this. */
export function whenReconnected(listener: () => void): () => void {
  onReconnect.add(listener)
  return () => onReconnect.delete(listener)
}

/** Names the request that finds out whether the shop answers again. */
export function probeWith(request: () => Promise<unknown>): void {
  probe = request
}

export function reportReached(): void {
  clearTimeout(probeTimer)
  probeTimer = undefined
  probesSent = 0
  if (!connection.get().down) return
  connection.set(reached)
  for (const listener of onReconnect) listener()
}

export function reportLost(): void {
  if (!connection.get().down) {
    connection.set(lost)
    globalThis.addEventListener?.('online', retryConnection, { once: true })
  }
  if (probeTimer === undefined) {
    const delay = probeDelays[Math.min(probesSent, probeDelays.length - 1)]
    probeTimer = setTimeout(sendProbe, delay)
  }
}

function sendProbe(): void {
  clearTimeout(probeTimer)
  probeTimer = undefined
  probesSent += 1
  // Its outcome comes back through reportReached or reportLost.
  probe?.().catch(() => {})
}
