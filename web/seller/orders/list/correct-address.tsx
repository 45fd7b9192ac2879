import { useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { mayCorrectAddress } from '../../../../contract/orders/order-actions.ts'
import { m } from '../../../messages/messages.ts'
import { useLazy } from '../../../page/lazy.tsx'
import { Button } from '../../../ui/button.tsx'
import { MapPin } from '../../../ui/icons.tsx'

type CorrectAddressProps = {
  order: SellerOrder
  /** Called with the order after it was corrected, or as it is now if a colleague has changed it. */
  onChanged: (order: SellerOrder) => void
}

const loadDialog = () => import('./correct-address-dialog.tsx')

/** The button that opens the form of an order's address. A form that is open then says if the order is done. */
export function CorrectAddress({ order, onChanged }: CorrectAddressProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const Dialog = useLazy(loadDialog, open, close)
  const may = mayCorrectAddress(order.status)
  if (!may && !open) return null
  return (
    <>
      <Button
        variant="ghost"
        onClick={() => setOpen(true)}
        aria-label={m.sellerOrders_address_open_of({ number: order.number })}
        className="-ms-5 text-sm"
      >
        <MapPin className="size-4" aria-hidden />
        {m.sellerOrders_address_open()}
      </Button>
      {Dialog && open && <Dialog order={order} isDone={!may} onClose={close} onChanged={onChanged} />}
    </>
  )
}
