import { useNavigate, useSearchParams } from 'react-router'
import type { ReportFigures } from '../../../contract/calls/report.ts'
import {
  daysOf,
  maxReportDays,
  type Period,
  periodNames,
  reportCsvPath,
  reportViews,
} from '../../../contract/reports/report.ts'
import { balanceCentsOf, balanceToWire } from '../../../contract/values/balance.ts'
import { useRead } from '../../client/use-read.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shopToday } from '../../shop-clock.ts'
import { Button, ButtonLink, buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Printer } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { Download } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useThrottledOrderChanges } from '../area/order-watch.ts'
import { sellerApi } from '../client/seller-api.ts'
import { type Column, ColumnChart } from '../ui/column-chart.tsx'
import { formatBalance } from '../ui/format-balance.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { PaymentTotalsTable } from './payment-totals-table.tsx'
import { barsOf, changeOf, comparedPeriod, type ReportSearch, readReportSearch, reportSearch } from './report-search.ts'
import { ReportTable } from './report-table.tsx'
import { formatPeriod, labelledBar, periodLabels, rowLabel, viewLabels } from './report-texts.ts'

const path = '/seller/reports'
/** Milliseconds between reads of a period that isn't over, in a busy shop. */
const readInterval = 30_000

type Report = Extract<Awaited<ReturnType<typeof sellerApi.report.sales>>, { success: true }>

/** The sales of a period, chosen in the address, and the choices. */
export default function SalesReport() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const today = shopToday()
  const search = readReportSearch(query, today)
  const { view, from, to } = search
  const same = comparedPeriod(search)
  const read = useRead(`report ${view} ${from} ${to} ${same}`, (signal) =>
    sellerApi.report.sales({ view, from, to, sameDaysOf: same }, { signal }),
  )
  useThrottledOrderChanges(() => to >= today && read.changed(), readInterval)
  const show = (change: Partial<ReportSearch>) =>
    navigate(path + reportSearch({ ...search, ...change }), { replace: true, preventScrollReset: true })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted">{formatPeriod(from, to)}</p>
      <Choices search={search} today={today} onChange={show} />
      <ReadResult read={read} heading="h2" failedTitle={m.reports_failed()} skeleton={<ReportSkeleton />}>
        {(report) => (
          <>
            <Shown report={report} search={search} isOld={read.loading} />
            <PaymentTotalsTable rows={report.paymentTotals ?? []} />
          </>
        )}
      </ReadResult>
    </div>
  )
}

type ChoicesProps = { search: ReportSearch; today: string; onChange: (change: Partial<ReportSearch>) => void }

const periods = [...periodNames, 'custom'] as const

function Choices({ search, today, onChange }: ChoicesProps) {
  const { view, period, from, to } = search
  const days = daysOf({ from, to })
  const error = days >= 1 && days <= maxReportDays ? undefined : m.reports_period_wrong({ max: maxReportDays })
  return (
    <div className="grid gap-3 print:hidden">
      <div className="grid grid-cols-2 gap-3 sm:max-w-xl">
        <Select
          label={m.reports_period()}
          value={period}
          onChange={({ target }) => {
            const chosen = periods.find((each) => each === target.value)
            if (chosen) onChange({ period: chosen })
          }}
        >
          {periods.map((name) => (
            <option key={name} value={name}>
              {periodLabels[name]()}
            </option>
          ))}
        </Select>
        <Select
          label={m.reports_by()}
          value={view}
          onChange={({ target }) => {
            const chosen = reportViews.find((each) => each === target.value)
            if (chosen) onChange({ view: chosen })
          }}
        >
          {reportViews.map((each) => (
            <option key={each} value={each}>
              {viewLabels[each]()}
            </option>
          ))}
        </Select>
      </div>
      {period === 'custom' && (
        <div className="grid grid-cols-2 gap-3 sm:max-w-xl">
          <DateField
            label={m.reports_from()}
            value={from}
            max={to}
            onDate={(day) => day !== '' && onChange({ from: day })}
          />
          <DateField
            label={m.reports_to()}
            value={to}
            min={from}
            max={today}
            error={error}
            onDate={(day) => day !== '' && onChange({ to: day })}
          />
        </div>
      )}
    </div>
  )
}

function Shown({ report, search, isOld }: { report: Report; search: ReportSearch; isOld: boolean }) {
  const { sums, rows, more, view } = report
  const isEmpty = sums.orders === 0 && sums.total === 0 && sums.refund === 0
  const isTime = view === 'day' || view === 'month' || view === 'weekday' || view === 'hour'
  const title = m.reports_chart({ view: viewLabels[view]().toLowerCase() })
  if (isEmpty)
    return (
      <>
        {!report.complete && <Incomplete />}
        <EmptyState
          heading="h2"
          title={m.reports_none()}
          action={
            search.period !== 'days-30' && (
              <ButtonLink to={path + reportSearch({ ...search, period: 'days-30' })} variant="soft">
                {m.reports_show_30()}
              </ButtonLink>
            )
          }
        >
          {m.reports_none_text()}
        </EmptyState>
      </>
    )
  const columns = isTime ? columnsOf(report) : []
  return (
    <div
      aria-busy={isOld || undefined}
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${isOld ? 'opacity-60 delay-300' : ''}`}
    >
      {!report.complete && <Incomplete />}
      <Sums report={report} />
      <Card className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="me-auto min-w-0 font-semibold leading-snug">{title}</h2>
          <a
            href={`${reportCsvPath}?${new URLSearchParams({ view, from: report.from, to: report.to, lang: getLocale() })}`}
            download
            className={`${buttonClasses('outline')} shrink-0 px-4! print:hidden`}
          >
            <Download className="size-5 shrink-0" aria-hidden />
            CSV
          </a>
          <Button
            variant="outline"
            onClick={() => window.print()}
            className="size-11 shrink-0 px-0! print:hidden"
            aria-label={m.reports_print()}
          >
            <Printer className="size-5 shrink-0" aria-hidden />
          </Button>
        </div>
        {columns.length > 1 && <ColumnChart label={chartLabel(title, columns)} columns={columns} className="h-52" />}
        <ReportTable
          view={view}
          rows={view === 'day' || view === 'month' ? [...rows].reverse() : rows}
          sums={more === 0 && view !== 'promotion' ? sums : undefined}
          {...(view === 'method' ? { rounded: report.rounded } : {})}
        />
        {rows.length === 0 && <p className="text-muted">{m.reports_no_rows()}</p>}
        {more > 0 && <p className="text-muted text-sm">{m.reports_more({ count: more })}</p>}
      </Card>
      <details className="rounded-card border border-line bg-surface px-4 py-1 print:hidden">
        <summary className="min-h-11 cursor-pointer content-center font-medium">{m.reports_how()}</summary>
        <ul className="grid list-disc gap-1 ps-5 pb-3 text-muted">
          <li>{m.reports_how_sale()}</li>
          <li>{m.reports_how_refund()}</li>
          <li>{m.reports_how_cancelled()}</li>
          <li>{m.reports_how_product()}</li>
          <li>{m.reports_how_method()}</li>
          <li>{m.reports_how_tax()}</li>
        </ul>
      </details>
    </div>
  )
}

function columnsOf({ rows, view }: Report): Column[] {
  const bars = barsOf(rows, view)
  return bars.map((bar, index) => ({
    key: bar.key,
    amount: bar.net,
    name: rowLabel(view, bar),
    axisLabel: labelledBar(view, index, bars.length) ? rowLabel(view, bar, 'short') : undefined,
  }))
}

/** Names the chart, with its highest column. */
function chartLabel(title: string, columns: readonly Column[]): string {
  const best = columns.reduce((most, column) => (most.amount >= column.amount ? most : column))
  if (best.amount <= 0) return title
  return m.reports_chart_best({ title, name: best.name, amount: formatBalance(best.amount) })
}

const Incomplete = () => <p className="rounded-tile bg-mango-soft px-4 py-2.5">{m.reports_incomplete()}</p>

/** The sums of the period, each compared with the period before. */
function Sums({ report: { sums, sumsBefore, before, beforeUntil } }: { report: Report }) {
  const average = ({ net, orders }: ReportFigures) => (orders > 0 ? net / orders : 0)
  const tax = (each: ReportFigures) => balanceToWire(balanceCentsOf(each.tax) - balanceCentsOf(each.refundTax))
  return (
    <section aria-labelledby="report-sums">
      <h2 id="report-sums" className="sr-only">
        {m.reports_sums()}
      </h2>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Sum term={m.reports_net()} change={changeOf(sums.net, sumsBefore.net)}>
          {formatBalance(sums.net)}
        </Sum>
        <Sum term={m.reports_orders()} change={changeOf(sums.orders, sumsBefore.orders)}>
          {String(sums.orders)}
        </Sum>
        <Sum term={m.reports_average()} change={changeOf(average(sums), average(sumsBefore))}>
          {formatBalance(average(sums))}
        </Sum>
        <Sum term={m.reports_tax()} change={changeOf(tax(sums), tax(sumsBefore))}>
          {formatBalance(tax(sums))}
        </Sum>
        <Sum term={m.reports_discounts()} change={changeOf(sums.discount, sumsBefore.discount)}>
          {formatBalance(sums.discount)}
        </Sum>
        <Sum term={m.reports_refunds()} change={changeOf(sums.refund, sumsBefore.refund)}>
          {formatBalance(sums.refund)}
        </Sum>
      </dl>
      <p className="mt-2 text-muted text-sm">{comparedText(before, beforeUntil)}</p>
    </section>
  )
}

/** Names the period of comparison. `until`: the time of day at which its last day ends. */
function comparedText({ from, to }: Period, until: string | undefined): string {
  const period = formatPeriod(from, to)
  if (until === undefined) return m.reports_compared({ period })
  const time = formatTime(until)
  return from === to ? m.reports_compared_day({ period, time }) : m.reports_compared_days({ period, time })
}

type SumProps = { term: string; change: number | undefined; children: string }

function Sum({ term, change, children }: SumProps) {
  // The longest sums have room on a phone.
  const size = children.length > 12 ? 'text-base sm:text-lg' : children.length > 10 ? 'text-lg sm:text-xl' : 'text-xl'
  return (
    <Card className="min-w-0 p-3 sm:p-4">
      <dt className="text-muted text-sm leading-snug">{term}</dt>
      <dd className="figures">
        <span className={`wrap-anywhere block font-bold leading-7 ${size}`}>{children}</span>
        <span className="block min-h-5 text-muted text-sm leading-snug">
          {change !== undefined &&
            (change === 0
              ? m.reports_same()
              : change > 0
                ? m.reports_up({ percent: change })
                : m.reports_down({ percent: -change }))}
        </span>
      </dd>
    </Card>
  )
}

function ReportSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.reports_loading()}</span>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {reportViews.slice(0, 6).map((each) => (
          <Skeleton key={each} className="h-24 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-96 rounded-card" />
    </div>
  )
}
