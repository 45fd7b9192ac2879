/** Scrolls a row so that one of its items is in its middle. Only the row: scrollIntoView could scroll the page too. */
export function centerInRow(row: Element | null, item: Element | null | undefined): void {
  if (!row || !item) return
  const whole = row.getBoundingClientRect()
  const its = item.getBoundingClientRect()
  row.scrollLeft += (its.left + its.right - whole.left - whole.right) / 2
}
