import { m } from '../../../messages/messages.ts'
import type { WindowDialogProps } from '../../../orders/move-window.tsx'
import { MoveWindowDialog } from '../../../orders/move-window-dialog.tsx'
import { sellerApi } from '../../client/seller-api.ts'
import { withSessionEnd } from '../../client/session-end.ts'

/** Moves an order to another delivery window, also to one past its cut-off. */
export default function SellerWindowDialog(props: WindowDialogProps) {
  const { _id: id } = props.order
  return (
    <MoveWindowDialog
      {...props}
      note={m.windows_move_note_seller()}
      read={async (signal) => withSessionEnd(await sellerApi.order.windowsAsSeller({ id }, { signal }))}
      move={async (windowId) => withSessionEnd(await sellerApi.order.moveWindowAsSeller({ id, window: windowId }))}
    />
  )
}
