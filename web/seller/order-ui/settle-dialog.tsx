import { useRef, useState } from 'react'
import type { SellerOrder } from '../../../contract/entities/order.ts'
import type { ManualMethod } from '../../../contract/payments/payment-methods.ts'
import { coinsBack, inCoins, smallestCoin } from '../../../contract/pricing/cash-coins.ts'
import { limits } from '../../../contract/values/limits.ts'
import { cents, centsOf, toWire } from '../../../contract/values/money.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { sendChange } from '../drafts/send-change.ts'
import { ChangedLine, changedSum } from './changed-line.tsx'
import { readOrder } from './read-order.ts'
import { useFollowed } from './use-shown.ts'

/** What is done with open money. */
export type SettlementKind = 'pay-out' | 'collect'

type SettleDialogProps = {
  order: SellerOrder
  settling: SettlementKind
  /** In the shop's currency. */
  amount: number
  open: boolean
  onClose: () => void
  /** Called with the order as it is now. */
  onChanged: (order: SellerOrder) => void
}

/** Asks how an order's open money was paid out or collected, and records it. */
export function SettleDialog({ order, settling, amount, open, onClose, onChanged }: SettleDialogProps) {
  const backButton = useRef<HTMLButtonElement>(null)
  const [method, setMethod] = useState<ManualMethod>(
    settling === 'pay-out' && order.paymentType !== 'COD' ? 'transfer' : 'cash',
  )
  const [reference, setReference] = useState('')
  const { sending, failure, settle } = useSettling({ order, settling, onClose, onChanged })
  const paysOut = settling === 'pay-out'
  const toSettle = !paysOut && method === 'cash' ? cashOf(order, amount) : amount

  const { fresh, before } = useFollowed(centsOf(amount), open)
  const send = () => {
    // The press may have been meant for the sum before.
    if (!fresh) void settle({ method, amount: toSettle, reference })
  }
  const inCash = toWire(cents(coinsBack(centsOf(amount), smallestCoin(shop.currency.code))))

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={(paysOut ? m.money_given_title : m.money_taken_title)({ number: order.number })}
      // A hasty Enter records nothing.
      initialFocus={backButton}
    >
      <ChangedLine text={changedSum(before, centsOf(amount))} />
      <p className="figures font-bold text-3xl leading-tight">{formatAmount(toSettle)}</p>
      <fieldset className="mt-4 grid grid-cols-2 gap-2">
        <legend className="sr-only">{m.money_how()}</legend>
        <RadioCard
          name="method"
          label={m.money_cash()}
          checked={method === 'cash'}
          onChange={() => setMethod('cash')}
        />
        <RadioCard
          name="method"
          label={m.money_transfer()}
          checked={method === 'transfer'}
          onChange={() => setMethod('transfer')}
        />
      </fieldset>
      {paysOut && method === 'cash' && inCash !== amount && (
        <p className="mt-4 rounded-tile bg-mango-soft px-4 py-2 font-medium">
          {m.money_no_coins({ coins: formatAmount(inCash), amount: formatAmount(amount) })}
        </p>
      )}
      {paysOut && method === 'transfer' && (
        <TextField
          label={m.money_reference()}
          value={reference}
          maxLength={limits.refundReason}
          autoComplete="off"
          onChange={({ target }) => setReference(target.value)}
          className="mt-4"
        />
      )}
      <p className="mt-4 text-muted">{m.money_final()}</p>
      <FormMessage>{failure}</FormMessage>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={backButton} variant="outline" onClick={onClose}>
          {m.money_not_yet()}
        </Button>
        <Button onClick={send} pending={sending} aria-disabled={sending || fresh}>
          {paysOut ? m.money_given() : m.money_taken()}
        </Button>
      </div>
    </Dialog>
  )
}

type Settling = Pick<SettleDialogProps, 'order' | 'settling' | 'onClose' | 'onChanged'>

/** Records that money was paid out or collected, and shows the order as it is then. */
function useSettling({ order, settling, onClose, onChanged }: Settling) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function settle({ reference, ...settled }: { method: ManualMethod; amount: number; reference: string }) {
    if (sending) return
    setSending(true)
    setFailure(undefined)
    const input = { id: order._id, ...settled }
    try {
      const reply = await sendChange(
        () =>
          settling === 'pay-out'
            ? sellerApi.order.recordPayout({ ...input, ...(settled.method === 'transfer' ? { reference } : {}) })
            : sellerApi.order.collect(input),
        // The first request had arrived: nothing is open any more.
        async ({ code }) => {
          const current = await reload()
          return isSettled(code) && current ? { success: true as const, message: '', order: current } : undefined
        },
      )
      if (reply.success) {
        toast.success((settling === 'pay-out' ? m.money_given_of : m.money_taken_of)({ number: order.number }))
        onChanged(reply.order)
        onClose()
      } else {
        const current = await reload()
        setFailure(
          isSettled(reply.code) && current
            ? [reply.message, settledText(current, settling)].filter(Boolean).join(' · ')
            : reply.message,
        )
      }
    } catch {
      setFailure(m.seller_unanswered())
      await reload()
    }
    setSending(false)
  }

  /** Reads the order and shows it as it is now. */
  async function reload(): Promise<SellerOrder | undefined> {
    const current = await readOrder(order._id)
    if (current) onChanged(current)
    return current
  }

  return { sending, failure, settle }
}

/** Returns whether a refusal says that no money is open any more. */
const isSettled = (code: string | undefined) => code === 'nothing_to_pay_out' || code === 'nothing_to_collect'

/** Returns who paid money out, or collected it, last, and when; empty if that isn't known. */
function settledText({ movements = [] }: SellerOrder, settling: SettlementKind): string {
  const kind = settling === 'pay-out' ? 'paid out' : 'received'
  const last = movements.findLast((each) => each.kind === kind)
  return last?.by ? m.money_settled({ by: last.by, time: formatMoment(last.at) }) : ''
}

/** Returns what coins can pay of what is to be collected. */
function cashOf({ cash, money }: SellerOrder, amount: number): number {
  if (money.waived === undefined) return cash ?? amount
  return toWire(cents(inCoins(centsOf(amount), smallestCoin(shop.currency.code))))
}
