import { type ReactNode, useRef, useState } from 'react'
import type { Order } from '../../../contract/entities.ts'
import { limits } from '../../../contract/limits.ts'
import { cents, centsOf, toWire } from '../../../contract/money.ts'
import { unitText } from '../../../contract/refund-pricing.ts'
import { refundReasons } from '../../../contract/refund-reasons.ts'
import { fieldErrorMessage } from '../../../contract/refusals.ts'
import { newKey } from '../../client/attempt.ts'
import { withRetries } from '../../client/with-retries.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { productName } from '../../product/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { formatCents } from '../../ui/price.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { Select } from '../../ui/select.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { sellerApi } from '../area/seller-api.ts'
import { withSessionEnd } from '../area/session-end.ts'
import {
  costNow,
  linesOfDraft,
  type RefundableLine,
  type RefundDraft,
  readMeasure,
  refundableLines,
  sumOfDraft,
} from './refund-draft.ts'

type RefundDialogProps = {
  order: Order
  open: boolean
  onClose: () => void
  /** Called with the order after the refund, or as it is now if another seller has changed it. */
  onChanged: (order: Order) => void
}

const otherReason = 'other'
/** Refusals because another seller has refunded something meanwhile. */
const outdated = new Set(['refund_changed', 'pieces_refunded', 'weight_refunded'])

/** Asks what to give back of an order, pieces or an amount, and why; then gives it back. */
export function RefundDialog({ order, open, onClose, onChanged }: RefundDialogProps) {
  const [draft, setDraft] = useState<RefundDraft>({ kind: 'pieces', pieces: {}, measures: {}, typed: '' })
  const [reason, setReason] = useState('')
  const [typedReason, setTypedReason] = useState('')
  const [restock, setRestock] = useState(false)
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const attempt = useRef({ content: '', key: '' })
  const lines = refundableLines(order)
  const most = costNow(order)
  const sum = sumOfDraft(order, draft)
  const isTooMuch = sum.cents > most
  const reasonText = reason === otherReason ? typedReason.trim() : reason
  const weighed = lines.filter(({ unit, measureLeft }) => unit && measureLeft > 0)
  const chosen = linesOfDraft(order, draft)
  const asksRestock = draft.kind === 'pieces' && chosen.some(({ line }) => line.product.stock !== null)
  const isOver = weighed.some((line) => measureError(line, draft.measures[line.product._id]))

  const setPieces = (id: string, count: number) =>
    setDraft({ ...draft, pieces: { ...draft.pieces, [id]: Math.max(count, 0) } })

  async function send() {
    setTried(true)
    if (sending || sum.cents === 0 || isTooMuch || reasonText === '' || (draft.kind === 'weight' && isOver)) return
    const input = {
      id: order._id,
      ...(draft.kind === 'amount'
        ? { amount: toWire(sum.cents) }
        : { lines: chosen.map(({ part }) => part), restock: asksRestock && restock }),
      reason: reasonText,
      seen: { refunded: toWire(cents(centsOf(order.amount) - most)) },
    }
    // The same content is the same attempt, however often it is sent.
    const content = JSON.stringify(input)
    if (attempt.current.content !== content) attempt.current = { content, key: newKey() }
    const headers = { 'idempotency-key': attempt.current.key }
    setSending(true)
    setFailure(undefined)
    try {
      const reply = withSessionEnd(await withRetries(() => sellerApi.order.refund(input, { headers })))
      if (reply.success) {
        toast.success(m.seller_refund_saved({ amount: formatCents(sum.cents), number: order.number }))
        onChanged(reply.order)
        onClose()
      } else {
        setFailure(reply.message)
        if (reply.code && outdated.has(reply.code)) await readAgain()
      }
    } catch {
      setFailure(m.seller_refund_unknown())
    }
    setSending(false)
  }

  async function readAgain() {
    const reply = await sellerApi.order.seller({ q: `#${order.number}`, limit: '5' }).catch(() => undefined)
    const now = reply?.success ? reply.orders.find(({ _id }) => _id === order._id) : undefined
    if (now) onChanged(now)
  }

  return (
    <Dialog open={open} onClose={onClose} title={m.seller_refund_title({ number: order.number })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="grid gap-4"
      >
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2">
          <legend className="sr-only">{m.seller_refund_kind()}</legend>
          <Kind draft={draft} kind="pieces" onChoose={setDraft} label={m.seller_refund_pieces()} />
          {weighed.length > 0 && (
            <Kind draft={draft} kind="weight" onChoose={setDraft} label={m.seller_refund_weight()} />
          )}
          <Kind draft={draft} kind="amount" onChoose={setDraft} label={m.seller_refund_amount()} />
        </fieldset>
        {draft.kind === 'pieces' ? (
          <ul className="grid gap-2">
            {lines.map(({ product, quantity, left }) => {
              const count = Math.min(draft.pieces[product._id] ?? 0, left)
              return (
                <li key={product._id} className="flex items-center justify-between gap-3">
                  <span className="min-w-0">
                    <span className="wrap-anywhere font-medium leading-snug">{productName(product)}</span>
                    <span className="figures block text-muted text-sm">
                      {left < quantity
                        ? m.seller_refund_left({ left, quantity })
                        : m.seller_refund_ordered({ quantity })}
                    </span>
                  </span>
                  {left > 0 && (
                    <Stepper
                      name={productName(product)}
                      quantity={count}
                      label={m.seller_refund_count({ name: productName(product), count })}
                      max={left}
                      variant="outline"
                      onAdd={() => count < left && setPieces(product._id, count + 1)}
                      onRemove={() => setPieces(product._id, count - 1)}
                      className="shrink-0"
                    />
                  )}
                </li>
              )
            })}
          </ul>
        ) : draft.kind === 'weight' ? (
          weighed.map((line) => {
            const { product, measureLeft, unit } = line
            const typed = draft.measures[product._id] ?? ''
            return (
              <TextField
                key={product._id}
                label={m.seller_refund_missing_of({ name: productName(product) })}
                hint={m.seller_refund_at_most({ amount: measureText(measureLeft, unit) })}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                value={typed}
                onChange={({ target }) =>
                  setDraft({ ...draft, measures: { ...draft.measures, [product._id]: target.value } })
                }
                error={tried ? measureError(line, typed) : undefined}
                end={<span className="pe-4 text-muted">{unit && unitText(unit, getLocale())}</span>}
              />
            )
          })
        ) : (
          <TextField
            label={m.seller_refund_amount_label()}
            hint={m.seller_refund_at_most({ amount: formatCents(most) })}
            inputMode="decimal"
            autoComplete="off"
            value={draft.typed}
            onChange={({ target }) => setDraft({ ...draft, typed: target.value })}
            error={sum.error && tried ? fieldErrorMessage(sum.error, getLocale()) : undefined}
          />
        )}
        <div className="grid gap-2">
          <Select
            label={m.seller_refund_reason()}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={tried && reason === '' ? m.seller_refund_needs_reason() : undefined}
          >
            <option value="">{m.seller_refund_choose()}</option>
            {Object.entries(refundReasons).map(([key, texts]) => (
              <option key={key} value={key}>
                {texts[getLocale()]}
              </option>
            ))}
            <option value={otherReason}>{m.seller_refund_other()}</option>
          </Select>
          {reason === otherReason && (
            <TextField
              label={m.seller_refund_other_label()}
              value={typedReason}
              maxLength={limits.refundReason}
              onChange={({ target }) => setTypedReason(target.value)}
              error={tried && typedReason.trim() === '' ? m.seller_refund_needs_reason() : undefined}
            />
          )}
        </div>
        {asksRestock && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={restock}
              onChange={({ target }) => setRestock(target.checked)}
              className="size-5 shrink-0 accent-leaf"
            />
            <span>{m.seller_refund_restock()}</span>
          </label>
        )}
        <div className="rounded-tile bg-sunken px-4 py-3">
          <p role="status" className="figures font-bold text-3xl leading-tight">
            {formatCents(sum.cents)}
          </p>
          <p className={`mt-1 leading-snug ${isTooMuch ? 'font-medium text-tomato' : 'text-muted'}`}>
            {isTooMuch ? m.seller_refund_at_most({ amount: formatCents(most) }) : whatFollows(order, sum.cents)}
          </p>
        </div>
        {tried && sum.cents === 0 && !sum.error && (
          <p role="alert" className="font-medium text-tomato">
            {m.seller_refund_nothing()}
          </p>
        )}
        <FormMessage>{failure}</FormMessage>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="outline" onClick={onClose}>
            {m.seller_refund_back()}
          </Button>
          <Button type="submit" pending={sending} aria-disabled={sending}>
            {m.seller_refund_do({ amount: formatCents(sum.cents) })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const measureText = (amount: number, unit: RefundableLine['unit']) => `${amount} ${unitText(unit ?? 'g', getLocale())}`

/** Returns what is wrong with a typed measure. */
function measureError({ measureLeft, unit }: RefundableLine, typed = ''): string | undefined {
  if (typed.trim() === '') return undefined
  const measure = readMeasure(typed)
  if (measure === undefined) return m.seller_refund_whole_number()
  return measure > measureLeft ? m.seller_refund_at_most({ amount: measureText(measureLeft, unit) }) : undefined
}

type KindProps = {
  draft: RefundDraft
  kind: RefundDraft['kind']
  onChoose: (draft: RefundDraft) => void
  label: ReactNode
}

function Kind({ draft, kind, onChoose, label }: KindProps) {
  return (
    <RadioCard
      name="refund-kind"
      label={label}
      checked={draft.kind === kind}
      onChange={() => onChoose({ ...draft, kind })}
    />
  )
}

/** Says how the money goes back. */
function whatFollows(order: Order, refunded: number): string {
  if (!order.isPaid) return m.seller_refund_less({ amount: formatCents(cents(Math.max(costNow(order) - refunded, 0))) })
  return order.paymentType === 'Online' ? m.seller_refund_by_card() : m.seller_refund_by_hand()
}
