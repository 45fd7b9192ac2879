import { type ReactNode, useState } from 'react'
import type { useSubmit } from '../../client/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LeaveDialog } from '../drafts/leave-dialog.tsx'

export type FormEndProps = {
  form: Pick<ReturnType<typeof useSubmit>, 'message' | 'slow' | 'pending'>
  /** The label of the button that saves. */
  save: string
  /** What is still under way before it can be saved. */
  waitsFor?: string
  /** Other buttons, beside the one that saves. */
  buttons?: ReactNode
  /** The button that closes the form; asks before it loses something, and then discards what is kept of it. */
  close?: { label: string; isUnsaved: boolean; discard?: () => void; onClose: () => void }
  /** More about why it wasn't saved. */
  details?: ReactNode
}

/** The end of a form: why it wasn't saved, and its buttons. */
export function FormEnd({ form, save, waitsFor, buttons, close, details }: FormEndProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <div role="alert" className="empty:hidden">
        {form.message && <FormMessage>{form.message}</FormMessage>}
        {details}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          size="large"
          pending={form.slow || waitsFor !== undefined}
          aria-disabled={form.pending || waitsFor !== undefined || undefined}
        >
          {save}
        </Button>
        {buttons}
        <p role="status" className="text-muted empty:hidden">
          {waitsFor}
        </p>
        {close && (
          <Button
            variant="outline"
            size="large"
            onClick={() => (close.isUnsaved ? setIsConfirming(true) : close.onClose())}
          >
            {close.label}
          </Button>
        )}
      </div>
      {close && (
        <LeaveDialog
          open={isConfirming}
          onStay={() => setIsConfirming(false)}
          onLeave={() => {
            close.discard?.()
            close.onClose()
          }}
        />
      )}
    </>
  )
}
