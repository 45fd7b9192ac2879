import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { writeMarked } from '../testing/marked-page.ts'
import { type Row, tableOf } from './row.ts'

/** Writes the figures of a run into docs/performance.md, and the growth plot into docs/growth.svg. */
export async function writePage(headline: string, rows: readonly Row[]): Promise<void> {
  const parts = [...new Set(rows.map((row) => row.part))]
  const tables = parts.map((part) => `### ${part}\n\n${tableOf(rows.filter((row) => row.part === part))}`)
  await writeMarked('performance.md', 'npm run bench -- --write', [headline, ...tables].join('\n\n'))
  const grown = rows.filter((row) => row.part === 'growth' && row.ratio !== undefined)
  if (grown.length > 0) await writeFile(resolve(import.meta.dirname, '../docs/growth.svg'), plotOf(grown))
}

type Line = { what: string; points: { rows: number; p50: number }[] }

/** Plots milliseconds over rows, both on logarithmic axes. */
function plotOf(rows: readonly Row[]): string {
  const lines: Line[] = rows.map(({ what, details }) => ({
    what,
    points: Object.entries(details as Record<string, { p50: number }>).map(([count, { p50 }]) => ({
      rows: Number(count),
      p50,
    })),
  }))
  const width = 970
  const height = 640
  const left = 70
  const top = 20
  const right = 300
  const bottom = 40
  const all = lines.flatMap(({ points }) => points)
  const fewest = Math.min(...all.map((point) => point.rows))
  const most = Math.max(...all.map((point) => point.rows))
  const x = (count: number) =>
    left + (Math.log(count / fewest) / Math.log(Math.max(10, most / fewest))) * (width - left - right)
  const y = (ms: number) => top + (1 - Math.log10(Math.min(1000, Math.max(1, ms))) / 3) * (height - top - bottom)
  const text = (point: { x: number; y: number }, words: string, more = '') =>
    `<text x="${point.x.toFixed(0)}" y="${point.y.toFixed(0)}" ${more}>${words.replaceAll('&', '&amp;')}</text>`
  const marksOfTime = [1, 10, 50, 100, 1000].map(
    (ms) =>
      `<path d="M${left} ${y(ms)}H${width - right}" stroke="${ms === 50 ? '#c2410c' : '#d6d3d1'}"/>${text({ x: left - 8, y: y(ms) + 4 }, `${ms} ms`, 'text-anchor="end"')}`,
  )
  const marksOfRows = [...new Set(all.map((point) => point.rows))].map((count) =>
    text(
      { x: x(count), y: height - 14 },
      count.toLocaleString('en'),
      `text-anchor="${count === most ? 'end' : 'middle'}"`,
    ),
  )
  // Labels beside the ends of their lines, without overlapping.
  const sorted = lines.toSorted((a, b) => (b.points.at(-1)?.p50 ?? 0) - (a.points.at(-1)?.p50 ?? 0))
  let free = 0
  const drawn = sorted.map(({ what, points }, row) => {
    const colour = `hsl(${(row * 137) % 360} 60% 38%)`
    const path = points.map(
      (point, index) => `${index ? 'L' : 'M'}${x(point.rows).toFixed(1)} ${y(point.p50).toFixed(1)}`,
    )
    const end = y(points.at(-1)?.p50 ?? 1)
    free = Math.max(free + 17, end + 4)
    return `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2"/>${text({ x: width - right + 10, y: free }, what, `fill="${colour}"`)}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13"><title>Milliseconds to a reply over the number of products and orders</title><rect width="${width}" height="${height}" fill="#fff"/>${[...marksOfTime, ...marksOfRows, ...drawn].join('\n')}</svg>\n`
}
