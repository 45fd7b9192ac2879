import { m } from '../../messages/messages.ts'
import { ticksOf } from './report-search.ts'
import { formatShort } from './report-texts.ts'

type Bar = { key: string; net: number; label: string; shortLabel: string; value: string }

const height = 200
/** Room above the highest bar and below the lowest, for the texts. */
const top = 14
const bottom = 24
/** Labels of the bars: as many as a phone has room for. */
const mostLabels = 7

/** Columns over time. A table has the same numbers, so for screen readers it is one picture. */
export function ColumnChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const ticks = ticksOf(bars.map(({ net }) => net))
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const y = (value: number) => top + ((high - value) / (high - low)) * (height - top - bottom)
  const width = 100 / Math.max(bars.length, 1)
  const each = Math.ceil(bars.length / mostLabels)
  const best = bars.reduce<Bar | undefined>((most, bar) => (most && most.net >= bar.net ? most : bar), undefined)
  const summary = best && best.net > 0 ? m.reports_chart_best({ title, name: best.label, amount: best.value }) : title
  return (
    <div role="img" aria-label={summary} className="figures relative text-xs" style={{ height }}>
      <svg aria-hidden width="100%" height={height} className="absolute inset-0 overflow-visible">
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1="0"
              x2="100%"
              y1={y(tick)}
              y2={y(tick)}
              stroke={tick === 0 ? 'var(--color-edge)' : 'var(--color-line)'}
            />
            <text x="0" y={y(tick) - 3} fill="var(--color-muted)">
              {formatShort(tick)}
            </text>
          </g>
        ))}
      </svg>
      {/* Beside the texts of the axis. */}
      <div className="absolute inset-y-0 start-12 end-0">
        <svg aria-hidden width="100%" height={height} className="overflow-visible">
          {bars.map(({ key, net, label, shortLabel, value }, index) => (
            <g key={key} className="group">
              <rect
                x={`${index * width}%`}
                width={`${width}%`}
                y={top}
                height={height - top - bottom}
                fill="transparent"
              >
                <title>{`${label}: ${value}`}</title>
              </rect>
              <rect
                x={`${(index + 0.12) * width}%`}
                width={`${0.76 * width}%`}
                y={Math.min(y(net), y(0))}
                height={Math.abs(y(net) - y(0))}
                rx={bars.length > 40 ? 0 : 3}
                className={`pointer-events-none group-hover:fill-leaf-deep ${net < 0 ? 'fill-tomato' : 'fill-leaf'}`}
              />
              {index % each === 0 && (
                <text x={`${(index + 0.5) * width}%`} y={height - 6} textAnchor="middle" fill="var(--color-muted)">
                  {shortLabel}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  )
}
