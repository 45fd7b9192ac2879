/** Returns the numbers of an axis from zero or below to the highest value: two to five round steps. */
export function ticksOf(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const rough = (high - low || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  const first = Math.floor(low / step)
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** Returns where a value is on an axis, in percent of its length from the top. */
export function percentFromTop(value: number, ticks: readonly number[]): number {
  const [low = 0, high = 0] = [ticks[0], ticks.at(-1)]
  return high > low ? ((high - value) / (high - low)) * 100 : 100
}

/** Returns which of the columns is at a horizontal position. All are in pixels. */
export function columnAt(x: number, { left, width }: { left: number; width: number }, count: number): number {
  return Math.min(Math.max(Math.floor(((x - left) / width) * count), 0), count - 1)
}

/** Returns the column that a key moves to; undefined for other keys. Without a current one, all are before it. */
export function columnByKey(key: string, current: number | undefined, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowLeft':
      return Math.max((current ?? count) - 1, 0)
    case 'ArrowRight':
      return Math.min((current ?? last) + 1, last)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
