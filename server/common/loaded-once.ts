/** A value that is loaded when it is first read, and cached until `drop`. */
export type LoadedOnce<Value, Args extends unknown[] = []> = { read(...args: Args): Promise<Value>; drop(): void }

/**
 * Returns a caching reader. Concurrent callers share one load, with the arguments of the first. It loads again when the
 * value is older than `milliseconds`, by the monotonic clock `now`. If loading fails, the next read tries again.
 */
export function loadedOnce<Value, Args extends unknown[] = []>(
  load: (...args: Args) => Promise<Value>,
  milliseconds = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
): LoadedOnce<Value, Args> {
  let loaded: { value: Promise<Value>; at: number } | undefined
  return {
    drop() {
      loaded = undefined
    },
    read(...args) {
      if (loaded && now() - loaded.at < milliseconds) return loaded.value
      const loading = { value: load(...args), at: now() }
      loaded = loading
      loading.value.catch(() => {
        if (loaded === loading) loaded = undefined
      })
      return loading.value
    },
  }
}
