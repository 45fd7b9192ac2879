import type { ReactNode } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { Product } from '../../../../contract/entities/product.ts'
import { fieldErrorMessage } from '../../../../contract/messages/field-errors.ts'
import { inCoins, smallestCoin } from '../../../../contract/pricing/cash-coins.ts'
import { unitText } from '../../../../contract/pricing/refund-pricing.ts'
import { refundReasons } from '../../../../contract/pricing/refund-reasons.ts'
import { limits } from '../../../../contract/values/limits.ts'
import { cents } from '../../../../contract/values/money.ts'
import { localName } from '../../../messages/local-name.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { ProductSize } from '../../../product/product-size.tsx'
import { sizedName } from '../../../product/sized-name.ts'
import { shop } from '../../../shop.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { formatAmount, formatCents } from '../../../ui/price.tsx'
import { RadioCard } from '../../../ui/radio-card.tsx'
import { Select } from '../../../ui/select.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { UnbrokenWords } from '../../../ui/unbroken-words.tsx'
import { ChangedLine, changedSum } from '../../order-ui/changed-line.tsx'
import { measureText } from '../../order-ui/order-texts.ts'
import {
  cashBack,
  costCents,
  costOfDraft,
  feeKept,
  hasOther,
  measureErrorOf,
  type RefundableLine,
  type RefundDraft,
  refundableLines,
  sumOfDraft,
  weighedLines,
} from './refund-draft.ts'
import { asksRestock } from './refund-sending.ts'
import { otherReason, useRefund } from './use-refund.ts'

type RefundDialogProps = {
  order: SellerOrder
  open: boolean
  onClose: () => void
  /** Called with the order after the refund, or as it is now if another seller has changed it. */
  onChanged: (order: SellerOrder) => void
  /** Called if the order is to be cancelled instead; every role that refunds may cancel. */
  onCancelOrder: () => void
}

/**
 * Asks what to refund of an order, pieces or an amount, and why; then refunds it. If nothing would be left to deliver,
 * it offers to cancel the order instead.
 */
export function RefundDialog(props: RefundDialogProps) {
  const { order, open, onClose, onCancelOrder } = props
  const refund = useRefund(props)
  const { draft, setDraft, restock, setRestock, tried, sending, fresh, before, cancelInstead } = refund
  const most = costCents(order)
  const sum = sumOfDraft(order, draft)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={(order.isPaid ? m.money_refund_title : m.money_lower_title)({ number: order.number })}
    >
      <ChangedLine text={changedSum(before, most)} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void refund.send()
        }}
        className="grid gap-4"
      >
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
          <legend className="sr-only">{order.isPaid ? m.money_refund_kind() : m.money_lower_kind()}</legend>
          <Kind draft={draft} kind="pieces" onChoose={setDraft} label={m.money_refund_pieces()} />
          {weighedLines(order).length > 0 && (
            <Kind draft={draft} kind="weight" onChoose={setDraft} label={m.money_refund_weight()} />
          )}
          <Kind draft={draft} kind="amount" onChoose={setDraft} label={m.money_refund_amount()} />
        </fieldset>
        {draft.kind === 'pieces' ? (
          <PiecesField order={order} draft={draft} onChange={setDraft} />
        ) : draft.kind === 'weight' ? (
          <WeightField order={order} draft={draft} tried={tried} onChange={setDraft} />
        ) : (
          <TextField
            label={m.money_refund_amount_label()}
            hint={m.money_refund_at_most({ amount: formatCents(most) })}
            inputMode="decimal"
            autoComplete="off"
            value={draft.amount}
            onChange={({ target }) => setDraft({ ...draft, amount: target.value })}
            error={sum.error && tried ? fieldErrorMessage(sum.error, getLocale()) : undefined}
          />
        )}
        {!cancelInstead && <ReasonField {...refund} />}
        {!cancelInstead && asksRestock(order, draft) && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={restock}
              onChange={({ target }) => setRestock(target.checked)}
              className="size-5 shrink-0 accent-leaf"
            />
            <span>{m.money_refund_restock()}</span>
          </label>
        )}
        <RefundSum order={order} draft={draft} cancelInstead={cancelInstead} />
        {tried && sum.cents === 0 && !sum.error && (
          <p role="alert" className="font-medium text-tomato">
            {m.money_refund_nothing()}
          </p>
        )}
        <FormMessage>{refund.failure}</FormMessage>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="outline" onClick={onClose}>
            {m.sellerOrders_refund_back()}
          </Button>
          {cancelInstead ? (
            <Button variant="danger" onClick={onCancelOrder}>
              {m.money_cancel_do()}
            </Button>
          ) : (
            <Button type="submit" pending={sending} aria-disabled={sending || fresh}>
              {(order.isPaid ? m.money_refund_do : m.money_lower_do)({ amount: formatCents(sum.cents) })}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

type RefundSumProps = {
  order: SellerOrder
  draft: RefundDraft
  /** Whether the order is to be cancelled instead. */
  cancelInstead: boolean
}

/** The sum of a refund, and what follows from it. */
function RefundSum({ order, draft, cancelInstead }: RefundSumProps) {
  const most = costCents(order)
  const sum = sumOfDraft(order, draft)
  const isTooMuch = sum.cents > most
  const cost = draft.kind === 'amount' ? sum.cents : costOfDraft(order, draft)
  const kept = feeKept(order, draft)
  return (
    <div className="rounded-tile bg-sunken px-4 py-3">
      <p role="status" className="figures font-bold text-3xl leading-tight">
        {formatCents(sum.cents)}
      </p>
      {cancelInstead ? (
        <p role="alert" className="mt-1 font-medium text-tomato leading-snug">
          <UnbrokenWords>
            {order.isPaid ? m.money_refund_cancel_instead() : m.money_lower_cancel_instead()}
          </UnbrokenWords>
        </p>
      ) : (
        <p className={`mt-1 leading-snug ${isTooMuch ? 'font-medium text-tomato' : 'text-muted'}`}>
          {isTooMuch
            ? m.money_refund_at_most({ amount: formatCents(most) })
            : `${whatFollows(order, sum.cents)} ${m.money_final()}`}
        </p>
      )}
      {kept > 0 && (
        <p className="figures mt-1 leading-snug">{m.money_refund_fee_kept({ amount: formatCents(kept) })}</p>
      )}
      {hasOther(order, draft) && <p className="mt-1 leading-snug">{m.money_refund_not_other()}</p>}
      {draft.kind !== 'amount' && sum.cents > 0 && order.discounts && !cancelInstead && (
        <p className="mt-1 text-muted leading-snug">{m.money_refund_shared()}</p>
      )}
      {!isTooMuch && cost > sum.cents && (
        <p className="figures mt-1 leading-snug">
          {m.money_refund_rest({ cost: formatCents(cost), left: formatCents(sum.cents) })}
        </p>
      )}
    </div>
  )
}

type FieldProps = { order: SellerOrder; draft: RefundDraft; onChange: (draft: RefundDraft) => void }

/** Returns the price of a piece of a product as it was sold. */
const eachText = ({ offerPrice }: Product) => m.sums_each({ price: formatAmount(offerPrice) })

function PiecesField({ order, draft, onChange }: FieldProps) {
  const setPieces = (id: string, count: number) =>
    onChange({ ...draft, pieces: { ...draft.pieces, [id]: Math.max(count, 0) } })
  return (
    <ul className="grid gap-2">
      {refundableLines(order).map(({ product, quantity, left }) => {
        const count = Math.min(draft.pieces[product._id] ?? 0, left)
        return (
          <li key={product._id} className="flex items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="wrap-anywhere leading-snug">
                <span className="font-medium">{localName(product)}</span>
                <ProductSize size={product.Weight} />
              </span>
              <span className="figures block text-muted text-sm">
                {left < quantity ? m.money_refund_left({ left, quantity }) : m.money_refund_ordered({ quantity })}
                {` · ${eachText(product)}`}
              </span>
            </span>
            {left > 0 && (
              <Stepper
                name={sizedName(product)}
                quantity={count}
                label={(order.isPaid ? m.money_refund_count : m.money_lower_count)({
                  name: sizedName(product),
                  count,
                })}
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
  )
}

function WeightField({ order, draft, tried, onChange }: FieldProps & { tried: boolean }) {
  return weighedLines(order).map((line) => {
    const { product, measureLeft, unit } = line
    const text = draft.measures[product._id] ?? ''
    return (
      <TextField
        key={product._id}
        label={m.money_refund_missing_of({ name: sizedName(product) })}
        hint={`${m.money_refund_at_most({ amount: measureText(measureLeft, unit) })} · ${eachText(product)}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={text}
        onChange={({ target }) => onChange({ ...draft, measures: { ...draft.measures, [product._id]: target.value } })}
        error={tried ? measureMessage(line, text) : undefined}
        end={<span className="pe-4 text-muted">{unit && unitText(unit, getLocale())}</span>}
      />
    )
  })
}

type ReasonProps = Pick<ReturnType<typeof useRefund>, 'reason' | 'setReason' | 'otherText' | 'setOtherText' | 'tried'>

function ReasonField({ reason, setReason, otherText, setOtherText, tried }: ReasonProps) {
  return (
    <div className="grid gap-2">
      <Select
        label={m.money_refund_reason()}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={tried && reason === '' ? m.money_refund_needs_reason() : undefined}
      >
        <option value="">{m.money_refund_choose()}</option>
        {Object.entries(refundReasons).map(([key, texts]) => (
          <option key={key} value={key}>
            {texts[getLocale()]}
          </option>
        ))}
        <option value={otherReason}>{m.money_refund_other()}</option>
      </Select>
      {reason === otherReason && (
        <TextField
          label={m.money_refund_other_label()}
          value={otherText}
          maxLength={limits.refundReason}
          onChange={({ target }) => setOtherText(target.value)}
          error={tried && otherText.trim() === '' ? m.money_refund_needs_reason() : undefined}
        />
      )}
    </div>
  )
}

/** Returns the message about a wrong measure. */
function measureMessage(line: RefundableLine, text: string): string | undefined {
  const error = measureErrorOf(line, text)
  if (error === 'no whole number') return m.money_refund_whole_number()
  return error && m.money_refund_at_most({ amount: measureText(line.measureLeft, line.unit) })
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

/** Says how the refund is paid out. */
function whatFollows(order: SellerOrder, refunded: number): string {
  if (!order.isPaid) {
    const exact = Math.max(costCents(order) - refunded, 0)
    const left = inCoins(exact, smallestCoin(shop.currency.code))
    const amount = formatCents(cents(left))
    return left === exact
      ? m.money_refund_less({ amount })
      : m.money_refund_less_cash({ amount, exact: formatCents(cents(exact)) })
  }
  if (order.paymentType === 'Online') return m.money_refund_by_card()
  const cash = cashBack(order, refunded, smallestCoin(shop.currency.code))
  if (cash === undefined) return m.money_refund_by_hand()
  return `${m.money_refund_by_hand()} ${m.money_refund_in_cash({ amount: formatCents(cash) })}`
}
