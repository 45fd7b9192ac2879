import { useRef } from 'react'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type LeaveDialogProps = { open: boolean; onStay: () => void; onLeave: () => void }

/** Asks before leaving unsaved changes. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onClose={onStay} title={m.seller_leave_title()} initialFocus={stay} backCloses={false}>
      <p>{m.seller_leave_text()}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={stay} variant="outline" onClick={onStay}>
          {m.seller_leave_stay()}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {m.seller_leave_do()}
        </Button>
      </div>
    </Dialog>
  )
}
