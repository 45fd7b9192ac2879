import { type ReactNode, useState } from 'react'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CircleAlert } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { useMay } from '../client/role.ts'
import { queuesHere, useSending, useTaps } from './rider-taps.ts'
import type { Tap, TapQueue } from './tap-queue.ts'

/*
 * What a rider has done on this phone and the shop doesn't know. It is shown on all screens: a rider who got another
 * role can't open the trip, and the cash would be in no book.
 */

/** Sends the signed-in seller's taps, and shows those that the shop has refused until they are read. */
export function RiderTaps() {
  const queue = useTaps()
  useSending(queue)
  const isRider = useMay('rider.trip')
  return queue.use().taps.map((tap) => {
    if (tap.refused === undefined) return null
    return (
      <TapAlert
        key={tap.id}
        title={m.trip_refused({ number: tap.number, what: whatOf(tap) })}
        read={m.trip_understood()}
        onRead={() => queue.dismiss(tap.id)}
      >
        {tap.refused}
        {!isRider && tap.kind !== 'take' && ` ${m.trip_tell_shop()}`}
      </TapAlert>
    )
  })
}

/** Beside the login: the taps of all who have used this phone, who may have been removed. */
export function TapsOfAll() {
  const [queues] = useState(queuesHere)
  return queues.map((queue, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change
    <KeptTaps key={index} queue={queue} text={`${m.trip_sent_after_login()} ${m.trip_tell_shop()}`} removable />
  ))
}

/** Beside the setting up of a second step: the signed-in seller's taps, which are sent after that. */
export const TapsUntilSetUp = () => <KeptTaps queue={useTaps()} text={m.trip_sent_after_set_up()} />

type KeptTapsProps = { queue: TapQueue; text: string; removable?: boolean }

function KeptTaps({ queue, text, removable = false }: KeptTapsProps) {
  const { taps } = queue.use()
  if (taps.length === 0) return null
  return (
    <div className="mx-auto mt-4 w-[min(28rem,calc(100%-2rem))]">
      {taps.map((tap) => (
        <TapAlert
          key={tap.id}
          title={(tap.refused === undefined ? m.trip_not_sent : m.trip_refused)({
            number: tap.number,
            what: whatOf(tap),
          })}
          read={m.trip_shop_knows()}
          onRead={removable ? () => queue.remove(tap.id) : undefined}
        >
          {tap.refused === undefined ? text : `${tap.refused} ${m.trip_tell_shop()}`}
        </TapAlert>
      ))}
    </div>
  )
}

/** Returns what was done, with the cash that was collected. */
function whatOf(tap: Tap): string {
  if (tap.kind === 'delivered' && tap.collected > 0)
    return m.trip_deliver_collected({ amount: formatAmount(tap.collected) })
  return {
    take: m.trip_take,
    returned: m.trip_return,
    failedAttempt: m.trip_failed_attempt,
    delivered: m.trip_delivered,
  }[tap.kind]()
}

type TapAlertProps = { title: string; children: ReactNode; read: string; onRead: (() => void) | undefined }

function TapAlert({ title, children, read, onRead }: TapAlertProps) {
  return (
    <div role="alert" className="mb-3 max-w-3xl rounded-tile bg-tomato-soft px-4 py-3 print:hidden">
      <p className="figures flex gap-2 font-semibold text-lg">
        <CircleAlert className="mt-1 size-5 shrink-0" aria-hidden />
        {title}
      </p>
      <p className="mt-1">{children}</p>
      {onRead && (
        <Button variant="outline" className="mt-2 min-h-14 w-full" onClick={onRead}>
          {read}
        </Button>
      )}
    </div>
  )
}
