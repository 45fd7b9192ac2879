import { useEffect, useEffectEvent } from 'react'
import type { Calls } from '../../../contract/calls.ts'
import type { Reply } from '../../../contract/client.ts'
import { sellerCallPaths } from '../../../contract/paths/seller-call-paths.ts'
import { browserStorage } from '../../client/browser-storage.ts'
import { whenReconnected } from '../../client/connection.ts'
import { isTemporary } from '../../client/is-temporary.ts'
import { sendForm } from '../../client/send-form.ts'
import { useSession } from '../../client/session.ts'
import { m } from '../../messages/messages.ts'
import { sellerApi } from '../client/seller-api.ts'
import { sellerKey } from '../client/seller-key.ts'
import { findPhoto, forgetPhoto } from './photo.ts'
import { makeTapQueue, readTaps, type Tap, type TapQueue, type TapResult } from './tap-queue.ts'

type TripReply = Reply<Calls['rider']['take']>
export type Trip = Pick<Extract<TripReply, { success: true }>, 'ready' | 'mine' | 'owed'>

/**
 * Returns whether a tap is sent again: the session has ended, the phone has sent too much, the shop is busy, or the
 * rider has to set up a second step first.
 */
const sendAgain = ({ status, code }: { status: number; code: string }) =>
  status === 401 || isTemporary(status) || code === 'second_step_required'

/** Phones keep taps under this name, so it stays. */
const name = 'round-taps'

/** The queues of this page, by the keys under which their taps are stored. */
const queues = new Map<string, TapQueue>()
const listeners = new Set<(trip: Trip) => void>()

function queueOf(key: string): TapQueue {
  const queue = queues.get(key) ?? makeQueue(key)
  queues.set(key, queue)
  return queue
}

const makeQueue = (key: string) =>
  makeTapQueue({
    load: () => readTaps(browserStorage.readJson(key)),
    store: (taps) => browserStorage.write(key, taps.length > 0 ? JSON.stringify(taps) : null),
    send: async (tap, waited): Promise<TapResult> => {
      const reply = await send(tap, waited)
      if (reply === undefined) return { refused: m.trip_photo_gone() }
      if (reply.success) {
        for (const listener of listeners) listener(reply)
        return 'done'
      }
      return sendAgain(reply) ? 'lost' : { refused: reply.message }
    },
    forget: ({ id }) => void forgetPhoto(id),
    now: () => Date.now(),
    after: (milliseconds, call) => {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    },
  })

/** Returns the queue of the signed-in seller's taps. */
export function useTaps(): TapQueue {
  useSession()
  return queueOf(sellerKey(name))
}

/** Returns the queues of all who have used this browser, for when it isn't known who will sign in. */
export function queuesHere(): TapQueue[] {
  for (const key of browserStorage.keys()) if (key.endsWith(` ${name}`)) queueOf(key)
  return [...queues.values()]
}

/** Sends the taps of a queue while the component is mounted. */
export function useSending(queue: TapQueue): void {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, queue.retry, { signal })
    document.addEventListener('visibilitychange', () => document.hidden && queue.release(), { signal })
    const endReconnect = whenReconnected(queue.retry)
    queue.retry()
    return () => {
      ended.abort()
      endReconnect()
      queue.stop()
    }
  }, [queue])
}

/** Calls `onTrip` with each reply to a tap. */
export function useTapReplies(onTrip: (trip: Trip) => void): void {
  const replied = useEffectEvent(onTrip)
  useEffect(() => {
    const listener = (trip: Trip) => replied(trip)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}

/** Sends a tap that has waited for some milliseconds. Returns undefined if it has a photo that is gone. */
async function send(tap: Tap, waited: number): Promise<TripReply | undefined> {
  const { id, order } = tap
  const sent = { id, order, waited }
  switch (tap.kind) {
    case 'take':
      return sellerApi.rider.take(sent)
    case 'returned':
      return sellerApi.rider.returnToShop(sent)
    case 'failedAttempt':
      return sellerApi.rider.failedAttempt({ ...sent, reason: tap.reason })
    case 'delivered': {
      const { collected, receivedBy = '' } = tap
      if (!tap.photo) return sellerApi.rider.delivered({ ...sent, collected, receivedBy })
      const photo = await findPhoto(id)
      if (!photo) return undefined
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...sent, collected: collected.toFixed(2), receivedBy }))
        form.append(name, String(value))
      form.append('image', photo, 'photo.jpg')
      return sendForm(sellerCallPaths.rider.photo, form)
    }
  }
}
