import { useRef, useState } from 'react'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatDelivery } from '../../messages/format-window.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import type { MovableOrder, WindowDialogProps } from './move-window.tsx'
import { WindowList } from './window-list.tsx'

type MoveRefusal = { success: false; message: string }

type MoveWindowDialogProps<O extends MovableOrder> = WindowDialogProps<O> & {
  read: (signal: AbortSignal) => Promise<{ success: true; windows: OpenWindow[]; maxFee?: number } | MoveRefusal>
  move: (windowId: string) => Promise<{ success: true; message: string; order: O } | MoveRefusal>
  /** What the mover should know besides. */
  note: string
}

/** Moves an order to another delivery window. */
export function MoveWindowDialog<O extends MovableOrder>({
  order,
  read,
  move,
  note,
  late,
  onClose,
  onMoved,
}: MoveWindowDialogProps<O>) {
  const { data, failure, reload } = useRead(order._id, read)
  const [picked, setPicked] = useState<string>()
  const form = useSubmit({ toasts: false })
  const windows = data?.windows ?? []
  const ownWindow = order.delivery?.window
  const chosen = picked ?? ownWindow
  // Its shopper, or another seller, may move it while the window is open.
  const [ownBefore] = useState(ownWindow)
  const movedTo = ownWindow === ownBefore ? undefined : formatDelivery(order)

  const isNew = chosen !== undefined && chosen !== ownWindow
  const list = useRef<HTMLDivElement>(null)
  const focusWindows = () => list.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()

  async function save() {
    if (!isNew) return focusWindows()
    const reply = await form.send(() => move(chosen))
    if (!reply) return reload()
    toast.success(reply.message)
    onMoved(reply.order)
    onClose()
  }

  return (
    <Dialog open onClose={onClose} title={m.windows_move_title({ number: order.number })}>
      {late ? (
        <div role="alert">
          <FormMessage>
            {refusalMessage(order.status === 'Packing' ? 'window_move_packing' : 'window_move_late', getLocale())}
          </FormMessage>
        </div>
      ) : data === undefined ? (
        failure === undefined ? (
          <div role="status">
            <span className="sr-only">{m.windows_loading()}</span>
            <Skeleton className="h-60 w-full rounded-tile" />
          </div>
        ) : (
          <FormMessage>{failure}</FormMessage>
        )
      ) : windows.length === 0 ? (
        <p>{m.windows_move_none()}</p>
      ) : (
        <>
          <div role="alert" className="empty:hidden">
            {movedTo && (
              <p className="mb-4 rounded-tile bg-mango-soft px-4 py-2 font-semibold text-ink">
                {m.windows_moved_meanwhile({ time: movedTo })}
              </p>
            )}
          </div>
          <p className="mb-4 text-muted">
            {note}
            {windows.some(({ fee }) => fee > (data.maxFee ?? fee)) && ` ${m.windows_move_dearer()}`}
          </p>
          <div ref={list}>
            <WindowList
              name={`window-${order._id}`}
              windows={windows}
              chosen={chosen}
              own={[ownWindow]}
              fees={false}
              maxFee={data.maxFee}
              onChoose={setPicked}
            />
          </div>
          <div role="alert" className="mt-4 empty:hidden">
            {form.message && <FormMessage>{form.message}</FormMessage>}
          </div>
          <div className="sticky -bottom-5 -mx-1 mt-4 -mb-5 bg-surface px-1 pt-3 pb-5 sm:-bottom-6 sm:-mb-6 sm:pb-6">
            <Button
              onClick={save}
              pending={form.slow}
              aria-disabled={form.pending || undefined}
              className="w-full"
              size="large"
            >
              {isNew ? m.windows_move_save() : m.windows_choose()}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
