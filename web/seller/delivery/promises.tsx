import type { PromisePeriod } from '../../../contract/calls/delivery.ts'
import { useRead } from '../../client/use-read.ts'
import { formatDate } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { SavedSection } from '../ui/read-result.tsx'

/** How many promised times were kept, by day and by week. */
export function Promises() {
  const read = useRead('promises', (signal) => sellerApi.delivery.promises(undefined, { signal }))
  return (
    <SavedSection
      className="mt-8"
      title={m.promises_title()}
      read={read}
      failed={m.promises_failed()}
      loading={m.promises_loading()}
      size="h-60 max-w-4xl"
    >
      {({ days, weeks }) => (
        <Card className="max-w-4xl p-4 sm:p-6">
          {weeks.length === 0 ? (
            <p className="text-muted">{m.promises_none()}</p>
          ) : (
            <>
              <div className="grid gap-6 md:grid-cols-2">
                {days.length > 0 && <Periods head={m.promises_days()} periods={days} />}
                <Periods head={m.promises_weeks()} periods={weeks} />
              </div>
              <p className="mt-4 text-muted text-sm">{m.promises_hint()}</p>
            </>
          )}
        </Card>
      )}
    </SavedSection>
  )
}

function Periods({ head, periods }: { head: string; periods: readonly PromisePeriod[] }) {
  const cell = 'py-2 ps-3 text-end align-baseline'
  return (
    <section
      aria-label={head}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways with large letters, also by keys
      tabIndex={0}
      className="min-w-0 overflow-x-auto self-start"
    >
      <table className="figures w-full border-collapse text-sm">
        <thead>
          <tr className="border-line border-b text-muted">
            <th scope="col" className="py-2 text-start font-medium">
              {head}
            </th>
            {[m.promises_kept(), m.promises_minutes(), m.promises_late()].map((each) => (
              <th key={each} scope="col" className={`${cell} font-medium`}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map(({ day, kept, promised, minutes, lateMinutes }) => (
            <tr key={day} className="border-line border-b last:border-0">
              <th scope="row" className="py-2 text-start align-baseline font-normal">
                {dayText(day)}
              </th>
              <td className={cell}>
                <span className="font-semibold">{Math.floor((kept / promised) * 100)}%</span>
                <span className="block text-muted text-xs">{m.promises_count({ kept, promised })}</span>
              </td>
              <td className={cell}>{m.promises_min({ minutes })}</td>
              <td className={cell}>
                {lateMinutes === null ? m.promises_never_late() : m.promises_min({ minutes: Math.max(1, lateMinutes) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Formats a day without its year: `Sun 22 Nov`. */
function dayText(day: string): string {
  return formatDate(day, { weekday: 'short', day: 'numeric', month: 'short' })
}
