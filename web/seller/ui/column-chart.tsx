import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { columnAt, columnByKey, percentFromTop, ticksOf } from './chart-scale.ts'
import { formatBalance, formatShortBalance } from './format-balance.ts'

export type Column = {
  key: string
  amount: number
  /** What the column is about: the first line of its tip. */
  name: string
  /** Below the column, if there is room for its name. */
  axisLabel?: string | undefined
  /** More lines of its tip. */
  details?: readonly string[]
  isStrong?: boolean
}

type ChartProps = {
  /** The name of the picture. */
  label: string
  columns: readonly Column[]
  /** Its height. */
  className: string
}

const usualBar = '[clip-path:inset(0_round_3px_3px_0_0)] fill-leaf forced-colors:fill-current'
const strongBar = '[clip-path:inset(0_round_3px_3px_0_0)] fill-leaf-deep forced-colors:fill-[Highlight]'
const barBelowZero = '[clip-path:inset(0_round_0_0_3px_3px)] fill-tomato forced-colors:fill-current'

/**
 * Amounts over time as columns. Pointer, finger and arrow keys show a tip for each column. For screen readers it is one
 * picture, so a table must have the same numbers.
 */
export function ColumnChart({ label, columns, className }: ChartProps) {
  const [current, setCurrent] = useState<number>()
  const ticks = ticksOf(columns.map(({ amount }) => amount))
  const top = (amount: number) => percentFromTop(amount, ticks)
  const show = ({ clientX, currentTarget }: MouseEvent) =>
    setCurrent(columnAt(clientX, currentTarget.getBoundingClientRect(), columns.length))
  const hide = () => setCurrent(undefined)
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return hide()
    const next = columnByKey(event.key, current, columns.length)
    // With Alt, an arrow goes back to another page.
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setCurrent(next)
  }
  const column = current === undefined ? undefined : columns[current]
  const width = 100 / columns.length
  return (
    <div
      className={`figures grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-x-2 pt-2 pr-4 pb-7 text-muted text-xs *:row-start-1 ${className}`}
    >
      <div aria-hidden className="grid text-end">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="relative col-start-1 row-start-1 -translate-y-1/2 self-start"
            style={{ top: `${top(tick)}%` }}
          >
            {formatShortBalance(tick)}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys show the tip of each column
        tabIndex={0}
        onFocus={() => setCurrent((shown) => shown ?? columns.length - 1)}
        onBlur={hide}
        onKeyDown={move}
        onClick={show}
        onPointerMove={show}
        // A finger that is lifted leaves, too, and its tip stays; one that scrolls the page cancels.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
        onPointerCancel={hide}
        className="col-start-2 size-full touch-pan-y touch-pinch-zoom overflow-visible rounded-sm forced-colors:outline-current"
      >
        {column && current !== undefined && (
          <rect
            x={`${current * width}%`}
            width={`${width}%`}
            height="100%"
            className="fill-leaf-soft forced-colors:fill-none forced-colors:stroke-current"
          />
        )}
        {ticks.map((tick) => (
          <line
            key={tick}
            x2="100%"
            y1={`${top(tick)}%`}
            y2={`${top(tick)}%`}
            shapeRendering="crispEdges"
            className={`forced-colors:stroke-current ${tick === 0 ? 'stroke-edge' : 'stroke-line'}`}
          />
        ))}
        {columns.map(({ key, amount, axisLabel, isStrong }, index) => (
          <g key={key}>
            <rect
              x={`${(index + 0.12) * width}%`}
              width={`${0.76 * width}%`}
              y={`${top(Math.max(amount, 0))}%`}
              height={`${top(Math.min(amount, 0)) - top(Math.max(amount, 0))}%`}
              className={amount < 0 ? barBelowZero : isStrong ? strongBar : usualBar}
            />
            {axisLabel && (
              <text x={`${(index + 0.5) * width}%`} y="100%" dy="1.6em" textAnchor="middle" className="fill-current">
                {axisLabel}
              </text>
            )}
          </g>
        ))}
      </svg>
      <div aria-live="polite" className="pointer-events-none relative col-start-2">
        {column && current !== undefined && (
          <Tip {...column} left={(current + 0.5) * width} top={top(Math.max(column.amount, 0))} />
        )}
      </div>
    </div>
  )
}

/** Lies above the end of its column, as far along its own width as the column along the chart's: so no edge cuts it. */
function Tip({ name, amount, details = [], left, top }: Column & { left: number; top: number }) {
  return (
    <div
      className="absolute z-10 mb-2 w-max max-w-full rounded-tile border border-line bg-surface px-3 py-2 text-ink text-sm shadow-float"
      style={{ left: `${left}%`, bottom: `${100 - top}%`, transform: `translateX(-${left}%)` }}
    >
      <p className="text-muted">{name}</p>
      <p className="font-semibold text-base">{formatBalance(amount)}</p>
      {details.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </div>
  )
}
