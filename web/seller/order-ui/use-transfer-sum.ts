import { useState } from 'react'
import { readPrice } from '../../../contract/catalog/read-price.ts'
import { fieldErrorMessage } from '../../../contract/messages/field-errors.ts'
import { type Cents, centsOf, toWire } from '../../../contract/values/money.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { formatAmount } from '../../ui/price.tsx'

/**
 * How much came by a transfer, as a seller types it. `begin` is the text that the field begins with; `price` the
 * order's, in the shop's currency.
 */
export function useTransferSum(begin: string, price: number) {
  const [text, setText] = useState(begin)
  /** The last sum above the price that was pressed once: it is doubted before it is sent. */
  const [doubted, setDoubted] = useState<Cents>()
  const [pressed, setPressed] = useState(false)
  const { cents, error } = readPrice(text)
  const isMore = cents !== undefined && cents > centsOf(price)

  return {
    field: {
      label: m.money_refund_amount_label(),
      inputMode: 'decimal' as const,
      autoComplete: 'off',
      value: text,
      onChange: ({ target }: { target: { value: string } }) => setText(target.value),
      error: error && (pressed || text !== begin) ? fieldErrorMessage(error, getLocale()) : undefined,
    },
    /** The question whether more than the price came. */
    question:
      isMore && doubted === cents
        ? m.slips_again_more({ amount: formatAmount(toWire(cents)), cost: formatAmount(price) })
        : undefined,
    /** Returns the sum to send, in the shop's currency; undefined if it is wrong, or is doubted first. */
    press(): number | undefined {
      setPressed(true)
      if (cents === undefined) return undefined
      if (!isMore || doubted === cents) return toWire(cents)
      setDoubted(cents)
      return undefined
    },
  }
}
