import { flushSync } from 'react-dom'
import type { Order } from '../../../contract/entities/order.ts'
import { chooseWindow } from '../../cart/checkout-choice.ts'
import { deliveryApi } from '../../client/delivery-api.ts'
import { openLogin } from '../../client/session.ts'
import { m } from '../../messages/messages.ts'
import { whenClosed } from '../../ui/back-closes.ts'
import type { WindowDialogProps } from './move-window.tsx'
import { MoveWindowDialog } from './move-window-dialog.tsx'

/** Moves the shopper's order to another delivery window. */
export default function OwnWindowDialog(props: WindowDialogProps<Order>) {
  const { _id: id } = props.order

  async function move(windowId: string) {
    const reply = await deliveryApi.order.moveWindow({ orderId: id, window: windowId })
    if (!reply.success && reply.code === 'not_signed_in') {
      // Without a session the page shows no orders, and so no dialog about one.
      flushSync(props.onClose)
      whenClosed(() => openLogin('/my-orders', [reply.message, m.windows_not_moved()]))
    }
    // A cart with the goods of an unpaid order continues it only at its time: at the earlier one it would cancel it.
    if (reply.success && reply.order.status === 'Awaiting payment') chooseWindow(windowId)
    return reply
  }

  return (
    <MoveWindowDialog
      {...props}
      note={m.windows_move_note()}
      read={(signal) => deliveryApi.order.windows({ id }, { signal })}
      move={move}
    />
  )
}
