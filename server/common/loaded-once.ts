/** Something that is loaded when it is first read, and kept in memory until `drop`. */
export type LoadedOnce<Value> = { read(): Promise<Value>; drop(): void }

/** Returns a reader that loads once for all that read it. If that fails, the next read tries again. */
export function loadedOnce<Value>(load: () => Promise<Value>): LoadedOnce<Value> {
  let loaded: Promise<Value> | undefined
  return {
    drop() {
      loaded = undefined
    },
    read() {
      if (loaded) return loaded
      const loading = load()
      loaded = loading
      loading.catch(() => {
        if (loaded === loading) loaded = undefined
      })
      return loading
    },
  }
}
