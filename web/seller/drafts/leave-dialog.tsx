import { useRef } from 'react'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** What is lost by leaving, and the buttons that stay and leave. */
export type LeaveTexts = { title: string; text: string; stay: string; leave: string }

type LeaveDialogProps = { texts?: LeaveTexts; open: boolean; onStay: () => void; onLeave: () => void }

const unsavedTexts = (): LeaveTexts => ({
  title: m.seller_leave_title(),
  text: m.seller_leave_text(),
  stay: m.seller_leave_stay(),
  leave: m.seller_leave_do(),
})

/** Asks before leaving unsaved changes, or what `texts` say. */
export function LeaveDialog({ texts = unsavedTexts(), open, onStay, onLeave }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onClose={onStay} title={texts.title} initialFocus={stay} backCloses={false}>
      <p>{texts.text}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={stay} variant="outline" onClick={onStay}>
          {texts.stay}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  )
}
