/** Makes a pause that `wake` ends early. */
export function makeWait() {
  let wake: (() => void) | undefined
  return {
    /** Resolves after this many milliseconds, or when `wake` is called. */
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, milliseconds)
      }),
    wake: () => wake?.(),
  }
}
