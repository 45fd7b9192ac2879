import { useSyncExternalStore } from 'react'

/** A value that any code may change and any component can show. */
export type Store<T> = {
  get: () => T
  /** Gives another value. The components that show it are drawn anew when it isn't the very same. */
  set: (next: T) => void
  /** The value, live, for a component; what it was at first while a page is made on the server or comes alive. */
  use: () => T
}

/** A store that holds `first` to begin with. */
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
