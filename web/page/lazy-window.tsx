import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { reportLost } from '../client/connection.ts'
import { m } from '../messages/messages.ts'
import { toast } from '../ui/toast.tsx'

type WindowProps = { open: boolean; onClose: () => void }

/**
 * A window over the page whose script is loaded when it is first opened. If the script can't be loaded, the window
 * closes and a toast says why; the page stays.
 */
export function lazyWindow(load: () => Promise<{ default: ComponentType<WindowProps> }>): ComponentType<WindowProps> {
  const Window = lazy(() => load().catch(() => ({ default: Lost })))
  return (props) => {
    const [wanted, setWanted] = useState(false)
    if (props.open && !wanted) setWanted(true)
    return (
      wanted && (
        <Suspense>
          <Window {...props} />
        </Suspense>
      )
    )
  }
}

function Lost({ open, onClose }: WindowProps) {
  useEffect(() => {
    if (!open) return
    tellLost()
    onClose()
  })
  return null
}

/** Shows a toast that a part of the page can't be loaded. */
export function tellLost(): void {
  reportLost()
  toast.error(m.shell_unreachable())
}
