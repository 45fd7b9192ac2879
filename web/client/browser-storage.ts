/** A storage of the browser, in which reading and writing never throw. */
export type SafeStorage = {
  /** Returns null if nothing is stored, or the storage is forbidden. */
  read(key: string): string | null
  /** Returns the value of stored JSON; undefined if there is none. */
  readJson(key: string): unknown
  /** Stores a text; null removes it. Does nothing if the storage is full or forbidden. */
  write(key: string, text: string | null): void
  /** Returns the keys of what is stored; none if the storage is forbidden. */
  keys(): string[]
}

/** `storage` is a function, because even reading `localStorage` throws if storage is forbidden. */
export function safeStorage(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  const read = (key: string) => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  return {
    read,
    readJson(key) {
      try {
        return JSON.parse(read(key) ?? '') as unknown
      } catch {
        return undefined
      }
    },
    write(key, text) {
      try {
        if (text === null) storage().removeItem(key)
        else storage().setItem(key, text)
      } catch {
        // The value then lasts as long as the page.
      }
    },
    keys() {
      try {
        return Object.keys(storage())
      } catch {
        return []
      }
    },
  }
}

/** Shared by the tabs of this browser. */
export const browserStorage = safeStorage(() => localStorage)
/** This tab's: it survives reloads and ends with the tab. */
export const tabStorage = safeStorage(() => sessionStorage)
