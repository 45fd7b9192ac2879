import { useRef } from 'react'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export type LanguageDialogProps = { open: boolean; onStay: () => void; onChange: () => void }

/** Asks before the language is changed, which loads the page anew. */
export default function LanguageDialog({ open, onStay, onChange }: LanguageDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onClose={onStay} title={m.ui_language_title()} initialFocus={stay} backCloses={false}>
      <p>{m.ui_language_text()}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={stay} variant="outline" onClick={onStay}>
          {m.ui_language_stay()}
        </Button>
        <Button variant="danger" onClick={onChange}>
          {m.ui_language_change()}
        </Button>
      </div>
    </Dialog>
  )
}
