import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { OrderStatus } from '../../../contract/order-status.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { frozenFor, stepFrom } from './order-press.ts'

type StepButtonProps = {
  /** The status that the card shows. */
  status: OrderStatus
  /** A move is under way. */
  busy: boolean
  /** Somebody else has just changed the order. */
  frozen: boolean
  label: string
  look?: ButtonLook
  className?: string
  /** Gets the status from which to step: the one that was shown when the press began. */
  onStep: (from: OrderStatus) => void
  /** The button meant something else when the press began. */
  onChanged: () => void
  children: string
}

/** A button that means what it showed when the finger or the key went down, whatever changes until it comes up. */
export function StepButton({
  status,
  busy,
  frozen,
  label,
  look,
  className,
  onStep,
  onChanged,
  children,
}: StepButtonProps) {
  const begunAt = useRef<OrderStatus>(undefined)

  function onClick(event: MouseEvent) {
    const from = stepFrom({ begunAt: begunAt.current, status, frozen })
    begunAt.current = undefined
    // The second half of a double click would take the next step as well.
    if (busy || event.detail > 1) return
    if (from === undefined) onChanged()
    else onStep(from)
  }

  return (
    <Button
      {...(look && { look })}
      aria-label={label}
      aria-disabled={busy || frozen}
      onPointerDown={() => {
        begunAt.current = status
      }}
      onKeyDown={(event) => {
        // A key that is held would take one step after the other.
        if (event.repeat) event.preventDefault()
        else begunAt.current = status
      }}
      onClick={onClick}
      className={className ?? ''}
    >
      {children}
    </Button>
  )
}

/** Whether somebody else changed an order within the last second. `mine` says that a move of one's own is under way. */
export function useFrozen(status: OrderStatus, mine: boolean): boolean {
  const [frozen, setFrozen] = useState(false)
  const [seen, setSeen] = useState({ status, mine })
  // While drawing, so that no picture of the new step can be pressed before it is frozen.
  if (seen.status !== status || seen.mine !== mine) {
    setSeen({ status, mine })
    if (seen.status !== status && !mine && !seen.mine) setFrozen(true)
  }
  useEffect(() => {
    if (!frozen) return
    const timer = setTimeout(() => setFrozen(false), frozenFor)
    return () => clearTimeout(timer)
  }, [frozen])
  return frozen
}
