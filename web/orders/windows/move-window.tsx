import { type ComponentType, useState } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'

/** What is read here of an order: a shopper's own one, or as a seller sees it. */
export type MovableOrder = Pick<Order, '_id' | 'number' | 'status' | 'createdAt' | 'delivery'>

export type WindowDialogProps<O extends MovableOrder> = {
  order: O
  onClose: () => void
  /** Called with the order after it was moved. */
  onMoved: (order: O) => void
  /** Whether the order can't be moved any more. */
  late?: boolean
}

type MoveWindowProps<O extends MovableOrder> = Omit<WindowDialogProps<O>, 'onClose' | 'late'> & {
  /** Loads the dialog, which makes the calls of the shopper or of the seller. */
  load: () => Promise<{ default: ComponentType<WindowDialogProps<O>> }>
  /** Whether the order may be moved. A dialog that is open then says that it's too late. */
  may?: boolean
  className?: string
}

/** The button that opens the choice of another delivery window. */
export function MoveWindow<O extends MovableOrder>({
  order,
  load,
  onMoved,
  may = true,
  className = '',
}: MoveWindowProps<O>) {
  const [open, setOpen] = useState(false)
  const Dialog = useLazy(load, open, () => setOpen(false))
  if (!may && !open) return null
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={m.windows_move_of({ number: order.number })}
        className={`inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink ${className}`}
      >
        {m.windows_move()}
      </button>
      {Dialog && open && <Dialog order={order} late={!may} onClose={() => setOpen(false)} onMoved={onMoved} />}
    </>
  )
}
