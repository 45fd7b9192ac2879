import { clockText } from '../../contract/values/clock-text.ts'
import { escapeHtml } from '../../server/common/html.ts'
import type { Day } from './day.ts'
import { type Figures, sharesOf } from './figures.ts'
import type { SimulatedOrder } from './run-day.ts'

const width = 900
const height = 420
const frame = { left: 52, right: 30, top: 56, bottom: 40 }
const inner = { width: width - frame.left - frame.right, height: height - frame.top - frame.bottom }

/** Draws a day as SVG: each order at its time, from 0 to the minutes that were promised, with a dot when it came. */
export function plotDay(name: string, day: Day, orders: readonly SimulatedOrder[], figures: Figures): string {
  const times = [
    ...orders.map(({ at }) => at),
    ...[...day.pickers, ...day.riders].flatMap(({ from, to }) => [from, to]),
  ]
  const first = Math.floor(Math.min(8 * 60, ...times) / 60) * 60
  const last = Math.max(first + 60, Math.ceil(Math.max(...times, 0) / 60) * 60)
  const took = orders.flatMap(({ at, promise }) => (promise ? [promise.delivered - at, promise.promisedAt - at] : []))
  const most = Math.ceil((Math.max(day.limitMinutes, ...took) + 1) / 15) * 15
  const x = (minutes: number) => (frame.left + (inner.width * (minutes - first)) / (last - first)).toFixed(1)
  const y = (minutes: number) => (frame.top + inner.height * (1 - minutes / most)).toFixed(1)
  const line = (x1: string, y1: string, x2: string, y2: string, more: string) =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${more}/>`
  const text = (point: { x: string; y: string }, words: string, more = '') =>
    `<text x="${point.x}" y="${point.y}" ${more}>${escapeHtml(words)}</text>`

  const stepX = Math.max(60, Math.ceil((last - first) / 16 / 60) * 60)
  const stepY = most <= 120 ? 15 : Math.ceil(most / 8 / 15) * 15
  const grid: string[] = []
  for (let at = first; at <= last; at += stepX) {
    grid.push(line(x(at), y(0), x(at), y(most), 'stroke="#e7e5e4"'))
    grid.push(text({ x: x(at), y: String(height - 20) }, clockText(at), 'text-anchor="middle"'))
  }
  for (let value = 0; value <= most; value += stepY) {
    grid.push(line(x(first), y(value), x(last), y(value), 'stroke="#e7e5e4"'))
    grid.push(text({ x: String(frame.left - 8), y: String(Number(y(value)) + 4) }, String(value), 'text-anchor="end"'))
  }
  grid.push(
    line(x(first), y(day.limitMinutes), x(last), y(day.limitMinutes), 'stroke="#78716c" stroke-dasharray="4 4"'),
  )

  const marks = orders.map(({ at, promise }) => {
    if (!promise) return line(x(at), y(0), x(at), String(Number(y(0)) + 6), 'stroke="#78716c" stroke-width="2"')
    const colour = promise.delivered <= promise.promisedAt ? '#15803d' : '#b91c1c'
    const top = y(promise.promisedAt - at)
    const middle = Number(x(at))
    const half = 3
    return (
      line(x(at), y(0), x(at), top, `stroke="${colour}" stroke-opacity="0.25"`) +
      line(String(middle - half), top, String(middle + half), top, `stroke="${colour}" stroke-width="2"`) +
      `<circle cx="${x(at)}" cy="${y(promise.delivered - at)}" r="2.5" fill="${colour}"/>`
    )
  })
  const shares = sharesOf(figures)
  const percent = (share: number) => `${(share * 100).toFixed(0)}%`
  const summary =
    `${figures.promised} of ${figures.orders} orders promised, ${figures.kept} kept (${percent(shares.kept)})` +
    (figures.p50Minutes === null ? '' : `; half within ${figures.p50Minutes} minutes, took ${figures.tookP50Minutes}`)
  const legend =
    'Minutes after the order. Bar: promised. Dot: delivered, in red if late. Tick below: no promise. Dashes: limit.'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#44403c" role="img" aria-label="${escapeHtml(`${name}: ${summary}`)}">
<rect width="${width}" height="${height}" fill="#fff"/>
${text({ x: String(frame.left), y: '22' }, `${name}: ${summary}`, 'font-size="15" fill="#1c1917"')}
${text({ x: String(frame.left), y: '42' }, legend)}
${grid.join('\n')}
${marks.join('\n')}
</svg>
`
}
