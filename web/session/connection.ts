import { useSyncExternalStore } from 'react'

/*
 * Whether the shop can be reached. A request that got no reply sets it; a small probe then asks again until an
 * answer comes. The banner and the screens that wait for an answer listen here.
 */

type Connection = { down: boolean }

const reached: Connection = { down: false }
const lost: Connection = { down: true }

/** Milliseconds between probes, the last one again and again. */
const probeDelays = [1000, 2000, 4000, 8000, 15_000]

let current = reached
let probeTimer: ReturnType<typeof setTimeout> | undefined
let probesSent = 0
let probe: (() => Promise<unknown>) | undefined
const listeners = new Set<() => void>()
const onReconnect = new Set<() => void>()

/** Whether the last request got no reply at all. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => reached,
  )
}

/** Asks the shop right now instead of waiting for the next probe. */
export function retryConnection(): void {
  if (current.down) sendProbe()
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
  if (!current.down) return
  current = reached
  for (const listener of listeners) listener()
  for (const listener of onReconnect) listener()
}

export function reportLost(): void {
  if (!current.down) {
    current = lost
    globalThis.addEventListener?.('online', retryConnection, { once: true })
    for (const listener of listeners) listener()
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
