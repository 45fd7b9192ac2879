import { type ReactNode, useRef } from 'react'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  onClose: () => void
  onConfirm: () => void
}

/** Asks before saving what is probably a typing error. */
export function ConfirmDialog({ open, title, children, onClose, onConfirm }: ConfirmDialogProps) {
  const back = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={title} initialFocus={back}>
      <div className="figures grid gap-2 text-lg">{children}</div>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={back} variant="outline" onClick={onClose}>
          {m.seller_sure_back()}
        </Button>
        <Button onClick={onConfirm}>{m.seller_sure_yes()}</Button>
      </div>
    </Dialog>
  )
}
