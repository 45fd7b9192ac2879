import type { RefObject } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { isFinal, type OrderStatus } from '../../../../contract/orders/order-status.ts'
import { m } from '../../../messages/messages.ts'
import { toast } from '../../../ui/toast.ts'
import { useMay, useMayTakeStepTo } from '../../client/role.ts'
import type { StepQuestionProps } from '../../order-ui/confirm-step-dialog.tsx'
import { statusLabel } from '../../order-ui/order-texts.ts'
import { ReceiveDialog } from '../../order-ui/receive-dialog.tsx'
import { StepButton } from '../../order-ui/step-button.tsx'
import { dialogClosed, useShownSteps } from '../../order-ui/use-shown.ts'
import { CancelDialog } from '../money/cancel-dialog.tsx'
import { DeliverDialog } from '../steps/deliver-dialog.tsx'
import { isRefused } from '../steps/order-rules.ts'
import { SendAgainDialog } from '../steps/send-again-dialog.tsx'
import { SendEarlyDialog } from '../steps/send-early-dialog.tsx'
import { UndoDeliveredDialog } from '../steps/undo-delivered-dialog.tsx'
import { type OrderButton, orderButtons, type QuestionKind } from './order-buttons.ts'

type OrderStepsProps = {
  order: SellerOrder
  /** The shown status: the order's, or that of a step that is being sent. */
  status: OrderStatus
  sending: boolean
  /** The current time in milliseconds. */
  now: number
  /** Gets the focus when the pressed button disappears. */
  heading: RefObject<HTMLElement | null>
  question: Question | undefined
  onQuestion: (question: Question) => void
  onStep: (order: SellerOrder, to: OrderStatus, from: OrderStatus) => Promise<boolean>
  onUndo: (order: SellerOrder) => Promise<boolean>
  /** Called if the money of an order that awaits payment has arrived. */
  onReceive: (order: SellerOrder) => Promise<boolean>
}

/** The question before a step: which step, from which status. Closed, it is still fading away. */
export type Question = { to: QuestionKind; from: OrderStatus; open: boolean }

/** The buttons of an order's next steps and of undoing, with their questions. */
export function OrderSteps(props: OrderStepsProps) {
  const { order, status, sending, now, heading, question, onQuestion, onStep, onUndo, onReceive } = props
  const buttons = orderButtons(order, {
    status,
    now,
    mayTakeStepTo: useMayTakeStepTo(),
    mayConfirm: useMay('payment.confirm'),
  })
  const shown = useShownSteps(status, sending)

  async function go(to: OrderStatus | QuestionKind, from: OrderStatus) {
    if (sending) return
    // Another person may have undone it meanwhile: then it isn't the step before that is undone.
    if (to === 'undo delivered') return void (await onUndo({ ...order, status: from }))
    // The focused button is about to disappear.
    if (isFinal(to)) heading.current?.focus({ preventScroll: true })
    await (to === 'Order Placed' ? onReceive(order) : onStep(order, to, from))
  }

  function press(button: OrderButton) {
    if (button.question) onQuestion({ to: button.question, from: status, open: true })
    else if (button.kind === 'next') void go(button.to, status)
    else void onUndo(order)
  }

  const tellChanged = () =>
    toast.error(m.sellerOrders_changed_meanwhile({ number: order.number, status: statusLabel(order.status) }))
  const close = (question: Question) => {
    onQuestion({ ...question, open: false })
    dialogClosed()
  }

  return (
    <>
      {buttons.map((button) => (
        <StepButton
          key={button.kind}
          shown={shown}
          busy={sending}
          opensDialog={button.question !== undefined}
          variant={button.variant}
          label={m.sellerOrders_step_of({ action: button.text, number: order.number })}
          onStep={() => press(button)}
          onChanged={tellChanged}
          className={button.variant === 'primary' ? 'max-sm:grow' : ''}
        >
          {button.text}
        </StepButton>
      ))}
      {question && (
        <QuestionDialog
          to={question.to}
          open={question.open}
          order={order}
          onClose={() => close(question)}
          onYes={() => {
            close(question)
            void go(question.to, question.from)
          }}
        />
      )}
    </>
  )
}

// Not loaded on demand, because the question must open without a connection too.
function QuestionDialog({ to, ...dialog }: StepQuestionProps & { to: QuestionKind; order: SellerOrder }) {
  if (to === 'undo delivered') return <UndoDeliveredDialog {...dialog} />
  if (to === 'Order Placed')
    return (
      <ReceiveDialog
        {...dialog}
        state={statusLabel(dialog.order.status)}
        isCancelled={dialog.order.status === 'Cancelled'}
      />
    )
  if (to === 'Out for delivery')
    return isRefused(dialog.order) ? <SendAgainDialog {...dialog} /> : <SendEarlyDialog {...dialog} />
  return to === 'Delivered' ? <DeliverDialog {...dialog} /> : <CancelDialog {...dialog} />
}
