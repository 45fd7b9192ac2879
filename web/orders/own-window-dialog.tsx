import type { Order } from '../../contract/entities/order.ts'
import { deliveryApi } from '../client/delivery-api.ts'
import { m } from '../messages/messages.ts'
import type { WindowDialogProps } from './move-window.tsx'
import { MoveWindowDialog } from './move-window-dialog.tsx'

/** Moves an own order of the shopper to another delivery window. */
export default function OwnWindowDialog(props: WindowDialogProps<Order>) {
  const { _id: id } = props.order
  return (
    <MoveWindowDialog
      {...props}
      note={m.windows_move_note()}
      read={(signal) => deliveryApi.order.windows({ id }, { signal })}
      move={(windowId) => deliveryApi.order.moveWindow({ orderId: id, window: windowId })}
    />
  )
}
