import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { OrderStatus } from '../../../contract/order-status.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { frozenFor, secondTapWithin, stepFrom } from './order-press.ts'

type StepButtonProps = {
  /** The card's status. */
  status: OrderStatus
  /** Whether a step is being sent. */
  busy: boolean
  /** Whether another person has just changed the order. */
  frozen: boolean
  label: string
  variant?: ButtonVariant
  className?: string
  /** Called with the status shown when the press began. */
  onStep: (from: OrderStatus) => void
  /** Called if the button has changed since the press began. */
  onChanged: () => void
  children: string
}

/** A button that does what it showed when the press began, whatever changes until it ends. */
export function StepButton({
  status,
  busy,
  frozen,
  label,
  variant,
  className,
  onStep,
  onChanged,
  children,
}: StepButtonProps) {
  const begunAt = useRef<OrderStatus>(undefined)
  const steppedAt = useRef(Number.NEGATIVE_INFINITY)

  function onClick(event: MouseEvent) {
    const from = stepFrom({ begunAt: begunAt.current, status, frozen })
    begunAt.current = undefined
    // The second half of a double click, or a slow second tap, would take the next step too. Keys count no clicks.
    const isSecondTap =
      event.detail > 1 || (event.detail === 1 && performance.now() < steppedAt.current + secondTapWithin)
    if (busy || isSecondTap) return
    steppedAt.current = performance.now()
    if (from === undefined) onChanged()
    else onStep(from)
  }

  return (
    <Button
      {...(variant && { variant })}
      aria-label={label}
      aria-disabled={busy || frozen}
      onPointerDown={() => {
        begunAt.current = status
      }}
      onKeyDown={(event) => {
        // A held key would take one step after the other.
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

/**
 * Returns whether another person changed an order within the last second. `mine`: this seller's own step is being sent.
 */
export function useFrozen(status: OrderStatus, mine: boolean): boolean {
  const [frozen, setFrozen] = useState(false)
  const [seen, setSeen] = useState({ status, mine })
  // During rendering, so that the new step can't be pressed before it is frozen.
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
