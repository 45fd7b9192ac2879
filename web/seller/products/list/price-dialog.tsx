import { useRef } from 'react'
import { m } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type PriceDialogProps = { open: boolean; question: string; onClose: () => void; onSure: () => void }

/** Asks before saving a price that differs much from the previous one. */
export function PriceDialog({ open, question, onClose, onSure }: PriceDialogProps) {
  const back = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={m.seller_price_title()} initialFocus={back}>
      <p className="figures text-lg">{question}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={back} variant="outline" onClick={onClose}>
          {m.seller_price_back()}
        </Button>
        <Button onClick={onSure}>{m.seller_price_sure()}</Button>
      </div>
    </Dialog>
  )
}
