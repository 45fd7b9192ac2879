import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { m } from '../../../messages/messages.ts'
import type { WindowDialogProps } from '../../../orders/windows/move-window.tsx'
import { MoveWindowDialog } from '../../../orders/windows/move-window-dialog.tsx'
import { sellerApi } from '../../client/seller-api.ts'

/** Moves an order to another delivery window, also to one past its cut-off. */
export default function SellerWindowDialog(props: WindowDialogProps<SellerOrder>) {
  const { _id: id } = props.order
  return (
    <MoveWindowDialog
      {...props}
      note={m.windows_move_note_seller()}
      read={(signal) => sellerApi.order.windowsAsSeller({ id }, { signal })}
      move={(windowId) => sellerApi.order.moveWindowAsSeller({ id, window: windowId })}
    />
  )
}
