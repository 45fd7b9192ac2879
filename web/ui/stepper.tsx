import { m } from '../messages/messages.ts'
import { Minus, Plus } from './icons.tsx'

type StepperProps = {
  /** The name of the product, for the labels of the buttons. */
  name: string
  quantity: number
  /** The meaning of the quantity, for screen readers; the pieces in the cart if absent. */
  label?: string
  /** The highest quantity. */
  max?: number
  variant?: 'filled' | 'outline'
  onAdd: () => void
  onRemove: () => void
  className?: string
}

/** − n +: replaces the button that added the first piece, at the same height. */
export function Stepper({
  name,
  quantity,
  label = m.ui_quantity_of({ name, count: quantity }),
  max = Infinity,
  variant = 'filled',
  onAdd,
  onRemove,
  className = '',
}: StepperProps) {
  const button =
    'grid size-11 shrink-0 place-items-center rounded-full transition-colors focus-visible:-outline-offset-3 ' +
    (variant === 'filled'
      ? 'hover:bg-leaf-strong focus-visible:outline-on-leaf'
      : 'hover:bg-leaf-soft hover:text-leaf-deep')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and resets of its own
    <div
      role="group"
      aria-label={label}
      className={`inline-flex min-h-11 items-center justify-between rounded-full font-semibold ${
        variant === 'filled' ? 'bg-leaf text-on-leaf forced-colors:border' : 'border border-edge bg-surface text-ink'
      } ${className}`}
    >
      <button type="button" onClick={onRemove} aria-label={m.ui_decrease({ name })} className={button}>
        <Minus className="size-5" aria-hidden />
      </button>
      <span className="figures min-w-8 text-center" aria-hidden>
        {quantity}
      </span>
      <button
        type="button"
        onClick={onAdd}
        aria-label={m.ui_increase({ name })}
        aria-disabled={quantity >= max || undefined}
        className={`${button} aria-disabled:opacity-50`}
      >
        <Plus className="size-5 shrink-0" />
      </button>
    </div>
  )
}
