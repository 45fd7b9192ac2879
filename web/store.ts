import { useSyncExternalStore } from 'react'

/** A value outside React that any code may change and any component can show. */
export type Store<T> = {
  get: () => T
  /** Sets the value. Components that use it render again if it isn't the same one (Object.is). */
  set: (next: T) => void
  /** A hook: returns the current value; the first one on the server and during hydration. */
  use: () => T
}

/** Makes a store with the value `first`. */
export function makeStore<T>(first: T): Store<T> {
  let value = first
  const subscribers = new Set<() => void>()
  const subscribe = (subscriber: () => void) => {
    subscribers.add(subscriber)
    return () => subscribers.delete(subscriber)
  }
  const get = () => value
  return {
    get,
    set: (next) => {
      value = next
      for (const subscriber of subscribers) subscriber()
    },
    use: () => useSyncExternalStore(subscribe, get, () => first),
  }
}
