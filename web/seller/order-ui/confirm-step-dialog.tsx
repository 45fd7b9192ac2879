import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ShownButton } from './order-press.ts'
import { YesButton } from './step-button.tsx'

/** What a question before a step gets from the screen that asks it. */
export type StepQuestionProps = { open: boolean; onClose: () => void; onYes: () => void }

type ConfirmStepDialogProps = StepQuestionProps & {
  title: string
  /** The labels of the buttons. */
  no: string
  yes: string
  /** How Yes looks; as an outline, No stands out in its place. */
  variant?: 'primary' | 'danger' | 'outline'
  /** The grace period of a figure that may change. */
  shown?: ShownButton
  children: ReactNode
}

/** Asks before a step of an order. */
export function ConfirmStepDialog({
  open,
  onClose,
  onYes,
  title,
  no,
  yes,
  variant = 'primary',
  shown,
  children,
}: ConfirmStepDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    // A hasty Enter changes nothing.
    <Dialog open={open} onClose={onClose} title={title} initialFocus={keep}>
      {children}
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={keep} variant={variant === 'outline' ? 'primary' : 'outline'} onClick={onClose}>
          {no}
        </Button>
        <YesButton {...(shown && { shown })} variant={variant} onStep={onYes}>
          {yes}
        </YesButton>
      </div>
    </Dialog>
  )
}
