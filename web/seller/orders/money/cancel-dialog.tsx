import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { cents } from '../../../../contract/values/money.ts'
import { m } from '../../../messages/messages.ts'
import { formatCents } from '../../../ui/price.tsx'
import { ChangedLine, changedSum } from '../../order-ui/changed-line.tsx'
import { ConfirmStepDialog, type StepQuestionProps } from '../../order-ui/confirm-step-dialog.tsx'
import { useFollowed } from '../../order-ui/use-shown.ts'
import { paidSoFar } from './refund-draft.ts'

/** Asks before cancelling an order, and says what follows. */
export function CancelDialog({ order, ...dialog }: StepQuestionProps & { order: SellerOrder }) {
  const paid = order.isPaid ? paidSoFar(order) : cents(0)
  const { shown, before } = useFollowed(paid, dialog.open)
  return (
    <ConfirmStepDialog
      {...dialog}
      title={m.money_cancel_title({ number: order.number })}
      no={m.money_cancel_keep()}
      yes={m.money_cancel_do()}
      variant="danger"
      shown={shown}
    >
      <ChangedLine text={changedSum(before, paid)} />
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{order.withRider ? m.money_cancel_stock_out() : m.money_cancel_stock()}</li>
        <li>{m.money_cancel_mail()}</li>
        <li>{moneyText(order)}</li>
        {order.status === 'Out for delivery' && <li>{m.money_cancel_out()}</li>}
      </ul>
      <p className="mt-3 font-medium">{m.money_cancel_final()}</p>
    </ConfirmStepDialog>
  )
}

function moneyText(order: SellerOrder): string {
  if (order.status === 'Awaiting payment')
    return order.paymentType === 'PromptPay' ? m.money_cancel_unpaid_promptpay() : m.money_cancel_unpaid()
  if (!order.isPaid) return m.money_cancel_no_money()
  const amount = formatCents(paidSoFar(order))
  return order.paymentType === 'Online' ? m.money_cancel_money({ amount }) : m.money_cancel_by_hand({ amount })
}
