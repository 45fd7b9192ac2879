/** A line of the table: what was measured, its goal, and the figure beside its limit in the same run. */
export type Row = {
  part: string
  what: string
  /** The goal in words; undefined for figures that only explain others. */
  goal?: string
  figure: string
  limit?: string
  /** The figure divided by its limit. */
  ratio?: string
  /** Undefined without a goal, or without a limit to compare with. */
  met?: boolean
  /** Further figures: percentiles, CPU. */
  more?: string
  /** All measurements, for programs. */
  details?: unknown
}

export const ms = (milliseconds: number) =>
  `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds < 100 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
export const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
export const formatRate = (count: number) => `${Math.round(count).toLocaleString('en')} /s`

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Returns the rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['What', 'Goal', 'Figure', 'Limit', 'Ratio', 'Met', 'Behind it']
  const cells = rows.map((row) => [
    row.what,
    row.goal ?? '',
    row.figure,
    row.limit ?? '',
    row.ratio ?? '',
    row.met === undefined ? '' : row.met ? 'yes' : 'no',
    row.more ?? '',
  ])
  const widths = head.map((title, index) =>
    Math.max(title.length, ...cells.map((row) => [...(row[index] ?? '')].length)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - [...cell].length))).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(line)].join('\n')
}
