import { useEffect, useRef } from 'react'
import { streetAndLocality } from '../../../../contract/delivery/address-text.ts'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { refusalMessage } from '../../../../contract/messages/refusals.ts'
import { AddressInputs } from '../../../addresses/address-inputs.tsx'
import { getLocale, m } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { TriangleAlert } from '../../../ui/icons.tsx'
import { LeaveDialog } from '../../drafts/leave-dialog.tsx'
import { ChangedLine } from '../../order-ui/changed-line.tsx'
import { statusLabel } from '../../order-ui/order-texts.ts'
import { useAddressCorrection } from './use-address-correction.ts'

type CorrectAddressDialogProps = {
  order: SellerOrder
  /** Whether the order is delivered or cancelled: its address can't be corrected any more. */
  isDone: boolean
  onClose: () => void
  onChanged: (order: SellerOrder) => void
}

/** Corrects where an order goes. */
export default function CorrectAddressDialog({ order, isDone, onClose, onChanged }: CorrectAddressDialogProps) {
  const formElement = useRef<HTMLFormElement>(null)
  const correction = useAddressCorrection({ order, isDone, onClose, onChanged, formElement })
  const { form, inputs, isElsewhere, isConfirming } = correction
  const message = useRef<HTMLDivElement>(null)
  // Enter in a field sends the form from anywhere in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when there is another message
  useEffect(() => {
    message.current?.scrollIntoView({ block: 'nearest' })
  }, [form.message])

  const last = order.corrections?.at(-1)
  return (
    <Dialog
      open
      onClose={correction.leave}
      title={m.sellerOrders_address_title({ number: order.number })}
      // Back that opened the question has used up the entry of this dialog; staying adds one again.
      backCloses={!isConfirming}
    >
      <p className="mb-4 text-muted">{m.sellerOrders_address_text()}</p>
      {correction.wasKept && <p className="mb-4 font-medium">{m.sellerOrders_address_kept()}</p>}
      <form
        ref={formElement}
        method="post"
        onSubmit={correction.save}
        onInput={inputs.onInput}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-4 sm:grid-cols-2"
      >
        <AddressInputs inputs={inputs} initial={correction.initial} isOwn={false} outside={undefined} />
        <div className="contents [&>div]:sm:col-span-2 [&_p]:mb-0">
          <ChangedLine
            text={
              correction.isFollowed
                ? m.sellerOrders_address_followed({ by: last?.by ?? '', now: lineOf(order) })
                : undefined
            }
          />
        </div>
        <div ref={message} role="alert" className="scroll-mb-24 empty:hidden sm:col-span-2">
          <Message text={isDone ? finalMessage(order.status) : form.message} isWarning={isElsewhere && !isDone} />
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 sm:col-span-2">
          <Button variant="outline" onClick={correction.leave}>
            {m.sellerOrders_refund_back()}
          </Button>
          <Button type="submit" pending={form.slow} aria-disabled={form.pending || !correction.canSave}>
            {isElsewhere ? m.sellerOrders_address_save_elsewhere() : m.sellerOrders_address_save()}
          </Button>
        </div>
      </form>
      <LeaveDialog open={isConfirming} onStay={correction.stay} onLeave={correction.close} />
    </Dialog>
  )
}

const finalMessage = (status: SellerOrder['status']) =>
  refusalMessage('address_final', getLocale(), { status: statusLabel(status) })

/** Why the address wasn't saved, or can't be, or the warning to confirm. */
function Message({ text, isWarning }: { text: string | undefined; isWarning: boolean }) {
  if (!text) return null
  if (!isWarning) return <FormMessage>{text}</FormMessage>
  return (
    <p className="flex items-start gap-2 rounded-tile bg-mango-soft px-4 py-3 text-ink">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <span>{text}</span>
    </p>
  )
}

/** Returns an order's address in one line. */
function lineOf({ address }: Pick<SellerOrder, 'address'>): string {
  const { firstName, lastName, phone } = address
  return `${firstName} ${lastName}, ${phone}, ${streetAndLocality(address)}`
}
