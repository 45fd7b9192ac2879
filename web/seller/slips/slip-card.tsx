import { useState } from 'react'
import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { slipReasons, translatedReason } from '../../../contract/payments/slip-reasons.ts'
import { bankName } from '../../../contract/payments/thai-banks.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { ImageOff } from '../../ui/seller-icons.tsx'
import { statusLabel } from '../order-ui/order-texts.ts'
import { ReceiveDialog } from '../order-ui/receive-dialog.tsx'
import { formatAge, formatWhen } from '../order-ui/times.ts'
import { useFollowed } from '../order-ui/use-shown.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { ReceiveLateDialog } from './receive-late-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { doubtOf, noteOf } from './verdict-message.ts'

type SlipCardProps = {
  slip: SellerSlip
  /** The current time in milliseconds. */
  now: number
  isDeciding: boolean
  onDecide: (
    decision: { id: string; as: 'confirmed'; amount?: number } | { id: string; as: 'rejected'; reason: string },
  ) => void
}

/** A slip with the amount that has to be in the account, its picture, and the buttons that decide it. */
export function SlipCard({ slip, now, isDeciding, onDecide }: SlipCardProps) {
  const [open, setOpen] = useState<'picture' | 'receive' | 'reject'>()
  const { id, orderNumber, orderStatus, state } = slip
  const headingId = `slip-${id}`
  // The money of a rejected slip may still come.
  const mayConfirm = state !== 'confirmed'
  // The order may be cancelled while one question is open, which then becomes the other.
  const followed = useFollowed(stateText(slip), open === 'receive')

  return (
    <article
      aria-labelledby={headingId}
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 rounded-card border px-4 py-3 ${
        state === 'waiting' ? 'border-line bg-surface shadow-card' : 'border-line bg-sunken'
      }`}
    >
      <SlipFacts slip={slip} now={now} headingId={headingId} />
      <Thumbnail slip={slip} onOpen={() => setOpen('picture')} />
      {mayConfirm && <BeforeConfirming slip={slip} />}
      {mayConfirm && <DecideButtons slip={slip} isDeciding={isDeciding} onQuestion={setOpen} />}
      <PictureDialog slip={slip} open={open === 'picture'} onClose={() => setOpen(undefined)} />
      {orderStatus === 'Awaiting payment' ? (
        <ReceiveDialog
          order={{ number: orderNumber, amount: slip.amount }}
          state={stateText(slip)}
          doubt={doubtOf(slip)}
          open={open === 'receive'}
          onClose={() => setOpen(undefined)}
          onYes={() => {
            setOpen(undefined)
            onDecide({ id, as: 'confirmed' })
          }}
        />
      ) : (
        open === 'receive' && (
          <ReceiveLateDialog
            slip={slip}
            state={stateText(slip)}
            followed={followed}
            onClose={() => setOpen(undefined)}
            onReceived={(came) => {
              setOpen(undefined)
              onDecide({ id, as: 'confirmed', amount: came })
            }}
          />
        )
      )}
      <RejectDialog
        orderNumber={orderNumber}
        likely={slip.verdict === 'wrongAmount' ? slipReasons.otherAmount : slipReasons.noMoney}
        open={open === 'reject'}
        onClose={() => setOpen(undefined)}
        onReject={(reason) => {
          setOpen(undefined)
          onDecide({ id, as: 'rejected', reason })
        }}
      />
    </article>
  )
}

/** Whose slip it is, of how much and since when, and how it was decided. */
function SlipFacts({ slip, now, headingId }: { slip: SellerSlip; now: number; headingId: string }) {
  const { orderNumber, name, state, at, bank, reference } = slip
  const isWaiting = state === 'waiting'
  const amount = formatAmount(slip.confirmedAmount ?? slip.amount)
  return (
    <div className="min-w-0">
      <h2 id={headingId} className="wrap-anywhere leading-snug">
        <span className="font-semibold">{m.sellerOrders_number({ number: orderNumber })}</span>
        <span className="text-muted"> · {name}</span>
      </h2>
      <p className={`figures font-bold leading-tight ${isWaiting ? 'text-4xl' : 'text-2xl text-muted'}`}>{amount}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <time dateTime={at}>{isWaiting ? formatAge(at, now) : formatWhen(slip.decidedAt ?? at, now)}</time>
        {state === 'confirmed' && <Badge variant="leaf">{m.slips_confirmed()}</Badge>}
        {state === 'rejected' && <Badge variant="warning">{m.slips_rejected()}</Badge>}
        {slip.decidedBy && <span className="wrap-anywhere">{slip.decidedBy}</span>}
      </p>
      {bank !== undefined && reference !== undefined && (
        <dl className="mt-1.5 flex flex-wrap gap-x-4 text-sm">
          <div className="flex gap-x-1.5">
            <dt className="shrink-0 text-muted">{m.slips_bank()}</dt>
            <dd>{bankName(bank, getLocale())}</dd>
          </div>
          <div className="flex min-w-0 gap-x-1.5">
            <dt className="shrink-0 text-muted">{m.slips_reference()}</dt>
            <dd className="figures wrap-anywhere min-w-0">{reference}</dd>
          </div>
        </dl>
      )}
      {state === 'rejected' && slip.reason && (
        <p className="wrap-anywhere mt-1.5 text-sm">“{translatedReason(slip.reason, getLocale())}”</p>
      )}
    </div>
  )
}

type DecideButtonsProps = {
  slip: SellerSlip
  isDeciding: boolean
  onQuestion: (question: 'receive' | 'reject') => void
}

/** The buttons that confirm a slip or reject it. */
function DecideButtons({ slip, isDeciding, onQuestion }: DecideButtonsProps) {
  const { orderNumber, state } = slip
  const isWaiting = state === 'waiting'
  const amount = formatAmount(slip.confirmedAmount ?? slip.amount)
  const doubt = doubtOf(slip)
  return (
    <div className="col-span-full flex gap-2">
      <Button
        // If the service that asks the banks disagrees, confirming is possible, but not the prominent button.
        variant={isWaiting && !doubt ? 'primary' : 'outline'}
        aria-label={isWaiting ? m.slips_confirm_of({ amount, number: orderNumber }) : undefined}
        aria-disabled={isDeciding || undefined}
        pending={isDeciding}
        onClick={() => !isDeciding && onQuestion('receive')}
        className={doubt ? '' : 'max-sm:grow'}
      >
        {isWaiting ? m.slips_confirm() : m.slips_confirm_late()}
      </Button>
      {isWaiting && (
        <Button
          variant={doubt ? 'danger' : 'ghost'}
          aria-label={m.slips_reject_of({ number: orderNumber })}
          aria-disabled={isDeciding || undefined}
          onClick={() => !isDeciding && onQuestion('reject')}
          className={doubt ? 'max-sm:grow' : ''}
        >
          {m.slips_reject()}
        </Button>
      )}
    </div>
  )
}

/** What to know before one says that the money of a slip is there. */
function BeforeConfirming({ slip }: { slip: SellerSlip }) {
  const { state, orderStatus, resembles, samePictureAs, sameAmountAs, received, unread } = slip
  const isWaiting = state === 'waiting'
  const isPaidAlready = !isWaiting && orderStatus !== 'Awaiting payment' && orderStatus !== 'Cancelled'
  const doubt = doubtOf(slip)
  const note = noteOf(slip)
  return (
    <div className="col-span-full grid gap-2 empty:hidden">
      {isWaiting && unread && <Warning>{m.slips_unread()}</Warning>}
      {resembles !== undefined && <Warning>{m.slips_resembles({ number: resembles })}</Warning>}
      {samePictureAs !== undefined && <Warning>{m.slips_same_picture({ number: samePictureAs })}</Warning>}
      {sameAmountAs !== undefined && <Warning>{m.slips_same_amount({ number: sameAmountAs })}</Warning>}
      {doubt && <Warning>{doubt}</Warning>}
      {isWaiting && note && <p className="text-muted text-sm">{note}</p>}
      {isPaidAlready && <Warning>{m.slips_order_paid()}</Warning>}
      {orderStatus === 'Cancelled' && <Warning>{m.slips_order_cancelled()}</Warning>}
      {received !== undefined && <Warning>{m.slips_received_before({ amount: formatAmount(received) })}</Warning>}
    </div>
  )
}

/** The state of a slip and of its order. */
function stateText({ state, orderStatus }: SellerSlip): string {
  if (state === 'waiting') return statusLabel(orderStatus)
  return `${state === 'confirmed' ? m.slips_confirmed() : m.slips_rejected()} · ${statusLabel(orderStatus)}`
}

function Warning({ children }: { children: string }) {
  return (
    <p className="flex gap-2 rounded-tile bg-mango-soft px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {children}
    </p>
  )
}

/** The picture, small, as a button that enlarges it. */
function Thumbnail({ slip: { picture, orderNumber }, onOpen }: { slip: SellerSlip; onOpen: () => void }) {
  if (picture === null)
    return (
      <span
        role="img"
        aria-label={m.slips_picture_gone()}
        title={m.slips_picture_gone()}
        className="grid h-32 w-20 place-items-center rounded-tile border border-line bg-sunken text-muted"
      >
        <ImageOff className="size-6" aria-hidden />
      </span>
    )
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={m.slips_enlarge({ number: orderNumber })}
      className="h-32 w-20 overflow-hidden rounded-tile border border-edge bg-white transition-colors hover:border-leaf"
    >
      <img src={picture} alt="" loading="lazy" className="size-full object-cover object-top" />
    </button>
  )
}
