import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { pressTime, resolvePress, type ShownButton } from './order-press.ts'
import { useShown, wasForDialog } from './use-shown.ts'

type StepButtonProps = {
  shown: ShownButton
  /** Whether a step is being sent. */
  busy?: boolean
  /** Whether it shows a spinner. */
  pending?: boolean
  /** Whether it opens a dialog instead of taking the step. */
  opensDialog?: boolean
  label?: string
  variant?: ButtonVariant
  className?: string
  onStep: () => void
  /** Called if another person has changed what the button does since the press began, or just before. */
  onChanged?: () => void
  children: string
}

/** A button that does what it showed when the press began, whatever changes until it ends. */
export function StepButton({
  shown,
  busy = false,
  pending = false,
  opensDialog = false,
  label,
  variant,
  className = '',
  onStep,
  onChanged,
  children,
}: StepButtonProps) {
  const pressedAt = useRef<number>(undefined)

  function begin({ timeStamp }: PointerEvent | KeyboardEvent) {
    pressedAt.current = pressTime(timeStamp, performance.now())
  }

  function onClick({ timeStamp, detail }: MouseEvent) {
    // Only the end of a press may be reported, as by a screen reader.
    const began = pressedAt.current ?? pressTime(timeStamp, performance.now())
    pressedAt.current = undefined
    // The second click of a double click.
    if (busy || detail > 1 || (!opensDialog && wasForDialog(began))) return
    const means = resolvePress(began, shown)
    if (means === 'act') onStep()
    else if (means === 'tell') onChanged?.()
  }

  return (
    <Button
      {...(variant && { variant })}
      aria-label={label}
      pending={pending}
      aria-disabled={busy || shown.by !== undefined}
      onPointerDown={begin}
      onKeyDown={(event) => {
        // A held key would take several steps.
        if (event.repeat) event.preventDefault()
        else if (event.key === 'Enter' || event.key === ' ') begin(event)
      }}
      onClick={onClick}
      className={className}
    >
      {children}
    </Button>
  )
}

/**
 * The button of a dialog that takes the step. It has a grace period: a second tap on the button that opened the dialog
 * doesn't count. `shown`: the grace period of a figure in the dialog that may change.
 */
export function YesButton({ shown, ...props }: Omit<StepButtonProps, 'shown'> & { shown?: ShownButton }) {
  const [opened] = useShown('seller')
  return <StepButton {...props} shown={shown ?? opened} />
}
