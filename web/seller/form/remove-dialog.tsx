import { type ReactNode, useRef, useState } from 'react'
import { useSubmit } from '../../client/use-submit.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toast.ts'
import { BookedList, type BookedWindow } from './booked-list.tsx'

type Reply = { success: true; message: string } | { success: false; message: string; booked?: readonly BookedWindow[] }

type RemoveDialogProps = {
  title: string
  text: string
  labels: { keep: string; remove: string }
  /** Shown instead of the button that removes it, where that isn't possible yet. */
  link?: { to: string; label: string } | undefined
  /** Shown below the text. */
  children?: ReactNode
  remove: () => Promise<Reply>
  onClose: () => void
}

/** Asks before something is removed; shows what is booked if that prevents it. */
export function RemoveDialog({ title, text, labels, link, children, remove, onClose }: RemoveDialogProps) {
  const form = useSubmit({ toasts: false })
  const keep = useRef<HTMLButtonElement>(null)
  const [booked, setBooked] = useState<readonly BookedWindow[]>([])

  async function press() {
    const reply = await form.send(async () => {
      const reply = await remove()
      setBooked(reply.success ? [] : (reply.booked ?? []))
      return reply
    })
    if (!reply) return
    onClose()
    toast.success(reply.message)
  }

  return (
    <Dialog open onClose={onClose} title={title} initialFocus={keep}>
      <p>{text}</p>
      {children}
      <div role="alert" className="mt-3 empty:hidden">
        {form.message && <FormMessage>{form.message}</FormMessage>}
        <BookedList booked={booked} />
      </div>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={keep} variant="outline" onClick={onClose}>
          {labels.keep}
        </Button>
        {link ? (
          <ButtonLink replace to={link.to}>
            {link.label}
          </ButtonLink>
        ) : (
          <Button onClick={press} pending={form.slow} aria-disabled={form.pending || undefined}>
            {labels.remove}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
