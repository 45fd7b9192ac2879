import type { ReactNode } from 'react'
import { m } from '../messages/messages.ts'
import { earliestText, shortAmount } from './delivery-text.ts'

type DeliverySummaryProps = {
  options: {
    delivers: boolean
    tiers: readonly { from: number; fee: number }[]
    freeFrom: number | null
    fee: number
    minimum: number
    asap: { promisedAt: string } | null
    windows: readonly { from: string; to: string; left: number; fee: number }[]
  }
}

/** The fees of delivery to a place by sum, and the earliest time; or that the shop doesn't deliver there. */
export function DeliverySummary({ options }: DeliverySummaryProps) {
  const { delivers, tiers, minimum } = options
  if (!delivers) return <p className="font-medium text-tomato">{m.delivery_outside()}</p>
  const earliest = earliestText(options)
  return (
    <dl className="figures mt-1 grid gap-0.5">
      {earliest && <Row term={m.delivery_earliest()}>{earliest}</Row>}
      {(tiers.length > 0 ? tiers : [{ from: 0, fee: 0 }]).map(({ from, fee }, index) => (
        <Row key={from} term={index === 0 ? m.delivery_row_fee() : m.delivery_row_from({ amount: shortAmount(from) })}>
          {fee === 0 ? m.delivery_row_free() : shortAmount(fee)}
        </Row>
      ))}
      {minimum > 0 && <Row term={m.delivery_row_minimum()}>{shortAmount(minimum)}</Row>}
    </dl>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
