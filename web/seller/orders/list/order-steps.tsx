import type { RefObject } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { isFinal, type OrderStatus } from '../../../../contract/orders/order-status.ts'
import { m } from '../../../messages/messages.ts'
import { toast } from '../../../ui/toast.ts'
import { useMay, useMayMoveTo } from '../../client/role.ts'
import type { StepQuestionProps } from '../../ui/confirm-step-dialog.tsx'
import { StepButton } from '../../ui/step-button.tsx'
import { dialogClosed, useShownSteps } from '../../ui/use-shown.ts'
import { CancelDialog } from '../money/cancel-dialog.tsx'
import { hasGoods } from '../money/refund-draft.ts'
import { DeliverDialog } from '../steps/deliver-dialog.tsx'
import { isRefused, type LateStep, maySellerCancel, needsConfirmation, undoableStep } from '../steps/order-rules.ts'
import { statusLabel, usualStep } from '../steps/order-texts.ts'
import { ReceiveDialog } from '../steps/receive-dialog.tsx'
import { SendAgainDialog } from '../steps/send-again-dialog.tsx'
import { SendEarlyDialog } from '../steps/send-early-dialog.tsx'
import { UndoDeliveredDialog } from '../steps/undo-delivered-dialog.tsx'

type OrderStepsProps = {
  order: SellerOrder
  /** The shown status: the order's, or that of a step that is being sent. */
  status: OrderStatus
  moving: boolean
  /** The current time in milliseconds. */
  now: number
  /** Gets the focus when the pressed button disappears. */
  heading: RefObject<HTMLElement | null>
  question: Question | undefined
  onQuestion: (question: Question) => void
  onMove: (order: SellerOrder, to: OrderStatus, from: OrderStatus) => Promise<boolean>
  onUndo: (order: SellerOrder) => Promise<boolean>
  /** Called if the money of an order that awaits payment has arrived. */
  onReceive: (order: SellerOrder) => Promise<boolean>
}

/** The question before a step: which step, from which status. Closed, it is still fading away. */
export type Question = {
  to: 'Delivered' | 'Cancelled' | 'Order Placed' | 'Out for delivery' | 'undo delivered'
  from: OrderStatus
  open: boolean
}

/** The buttons of an order's next steps and of undoing, with their questions. */
export function OrderSteps(props: OrderStepsProps) {
  const { order, status, moving, now, heading, question, onQuestion, onMove, onUndo, onReceive } = props
  const mayMoveTo = useMayMoveTo()
  const mayConfirm = useMay('payment.confirm')
  const next = usualStep(status)
  const step = next && mayMoveTo(next.to) ? next : undefined
  // While a step is being sent, the order's own is the one before.
  const last = status === order.status ? undoableStep(order, now, hasGoods(order)) : undefined
  // A role that may take a step may undo it.
  const undoable = last && mayMoveTo(last) ? last : undefined
  const shown = useShownSteps(status, moving)
  const to = step?.to
  const toConfirm = needsConfirmation(to, order) ? to : undefined
  const labelFor = (action: string) => m.fulfilment_step_of({ action, number: order.number })

  async function go(to: OrderStatus | 'undo delivered', from: OrderStatus) {
    if (moving) return
    // Another person may have undone it meanwhile: then it isn't the step before that is undone.
    if (to === 'undo delivered') return void (await onUndo({ ...order, status: from }))
    // The focused button is about to disappear.
    if (isFinal(to)) heading.current?.focus({ preventScroll: true })
    await (to === 'Order Placed' ? onReceive(order) : onMove(order, to, from))
  }

  function openDialog(to: Question['to'], from: OrderStatus) {
    onQuestion({ to, from, open: true })
  }

  const tellChanged = () =>
    toast.error(m.fulfilment_changed_meanwhile({ number: order.number, status: statusLabel(order.status) }))
  const pressed = { shown, busy: moving, onChanged: tellChanged }
  const close = (question: Question) => {
    onQuestion({ ...question, open: false })
    dialogClosed()
  }

  return (
    <>
      {step && (
        <StepButton
          {...pressed}
          opensDialog={toConfirm !== undefined}
          label={labelFor(step.label())}
          onStep={() => (toConfirm ? openDialog(toConfirm, status) : void go(step.to, status))}
          className="max-sm:grow"
        >
          {step.label()}
        </StepButton>
      )}
      {mayConfirm && status === 'Awaiting payment' && order.paymentType === 'PromptPay' && (
        <StepButton
          {...pressed}
          opensDialog
          label={labelFor(m.slips_received())}
          onStep={() => openDialog('Order Placed', status)}
          className="max-sm:grow"
        >
          {m.slips_received()}
        </StepButton>
      )}
      {maySellerCancel(status, order.slip) && mayMoveTo('Cancelled') && (
        <StepButton
          {...pressed}
          opensDialog
          variant="ghost"
          label={labelFor(m.fulfilment_step_cancel())}
          onStep={() => openDialog('Cancelled', status)}
        >
          {m.fulfilment_step_cancel()}
        </StepButton>
      )}
      {undoable && (
        <StepButton
          {...pressed}
          opensDialog={undoable === 'Delivered'}
          variant={undoable === 'Delivered' ? 'outline' : 'ghost'}
          label={labelFor(undoLabel(undoable))}
          onStep={() => (undoable === 'Delivered' ? openDialog('undo delivered', status) : void onUndo(order))}
        >
          {undoLabel(undoable)}
        </StepButton>
      )}
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

const undoLabel = (step: LateStep) =>
  step === 'Delivered' ? m.fulfilment_undo_delivered() : m.fulfilment_undo_out_for_delivery()

// Not loaded on demand, because the question must open without a connection too.
function QuestionDialog({ to, ...dialog }: StepQuestionProps & { to: Question['to']; order: SellerOrder }) {
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
