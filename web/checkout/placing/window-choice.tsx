import { useEffect, useRef } from 'react'
import { formatTime } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { asapId } from '../../orders/facts/asap-window.ts'
import { WindowList } from '../../orders/windows/window-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ChosenWindow, useWindow, type WindowsToChoose } from './use-window.ts'

/** The choice of a delivery window in the cart. Loaded only in a shop with windows. */
export default function WindowChoice(props: WindowsToChoose) {
  const { windows, ofUnpaid } = props
  const chosen: ChosenWindow = useWindow(props)
  const { state, held, heldUntil, notHeld, choose } = chosen
  const note = useRef<HTMLParagraphElement>(null)
  const isLost = state.status === 'lost'
  useEffect(() => {
    if (isLost) note.current?.scrollIntoView({ block: 'nearest' })
  }, [isLost])

  if (!windows)
    return (
      <div role="status">
        <span className="sr-only">{m.windows_loading()}</span>
        <Skeleton className="h-40 w-full rounded-tile" />
      </div>
    )
  if (windows.length === 0) return <p className="text-muted">{m.windows_none()}</p>
  const id = state.status === 'chosen' ? state.window.id : undefined
  return (
    <>
      <div role="alert">
        {isLost && (
          <p ref={note} className="mb-3 rounded-tile bg-mango-soft px-4 py-2 font-medium">
            {state.id === asapId ? m.windows_asap_lost() : m.windows_lost()}
          </p>
        )}
      </div>
      <WindowList name="window" windows={windows} chosen={id} own={[held, ofUnpaid]} onChoose={choose} />
      {id !== undefined && id === held && (
        <p className="mt-2 text-muted text-sm">
          {heldUntil === undefined ? m.windows_held() : m.windows_held_until({ time: formatTime(heldUntil) })}
        </p>
      )}
      <div role="status">{notHeld !== undefined && <p className="mt-2 text-muted text-sm">{notHeld}</p>}</div>
    </>
  )
}
