import { type FormEvent, useState } from 'react'
import { display, limits } from '../../../contract/values/limits.ts'
import { addToCart, removeFromCart, setQuantity } from '../../cart/cart.ts'
import { selectableQuantities, typedQuantity } from '../../cart/cart-items.ts'
import { m } from '../../messages/messages.ts'
import { ChevronDown, Minus, Plus } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'

type QuantityControlProps = {
  id: string
  name: string
  quantity: number
  /** Pieces in stock; null if they aren't counted. */
  stock: number | null
  /** Called if the removed product is restored. */
  onBack: () => void
}

/** Minus, a list of quantities, plus; beyond the list any quantity can be typed. */
export function QuantityControl({ id, name, quantity, stock, onBack }: QuantityControlProps) {
  const [typing, setTyping] = useState(false)
  return (
    <div className="grid justify-items-center">
      {typing ? (
        <QuantityField id={id} name={name} quantity={quantity} onDone={() => setTyping(false)} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be drawn as one round control in every browser
        <div
          role="group"
          aria-label={m.cart_quantity_of({ name })}
          className="inline-grid h-11.5 max-w-full grid-cols-[2.75rem_minmax(1.5rem,2.75rem)_2.75rem] items-stretch rounded-full border border-edge bg-surface @min-[32rem]:grid-cols-[2.75rem_3.25rem_2.75rem]"
        >
          <button
            type="button"
            onClick={() => removeFromCart(id, onBack)}
            aria-label={m.cart_less_of({ name })}
            className="grid place-items-center rounded-full hover:text-leaf"
          >
            <Minus className="size-4" aria-hidden />
          </button>
          <span className="relative grid">
            <select
              value={quantity}
              onChange={(event) => setQuantity(id, Number(event.currentTarget.value))}
              aria-label={m.cart_quantity_of({ name })}
              className="appearance-none rounded-full bg-transparent pb-1.5 text-center font-semibold figures [text-align-last:center]"
            >
              {selectableQuantities(quantity, display.selectorQuantity, stock).map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
            <ChevronDown
              className="-translate-x-1/2 pointer-events-none absolute bottom-1 left-1/2 size-3 text-muted"
              aria-hidden
            />
          </span>
          <button
            type="button"
            onClick={() => addToCart(id, stock)}
            aria-label={m.cart_more_of({ name })}
            aria-disabled={quantity >= Math.min(stock ?? limits.quantity, limits.quantity)}
            className="grid place-items-center rounded-full hover:text-leaf"
          >
            <Plus className="size-4" aria-hidden />
          </button>
        </div>
      )}
      {!typing && quantity >= display.selectorQuantity && (
        <button
          type="button"
          onClick={() => setTyping(true)}
          aria-label={m.cart_type_quantity_of({ name })}
          className="min-h-11 px-2 text-muted text-sm underline underline-offset-4 hover:text-ink"
        >
          {m.cart_type_quantity()}
        </button>
      )}
    </div>
  )
}

type QuantityFieldProps = { id: string; name: string; quantity: number; onDone: () => void }

/** A field for any quantity that a cart accepts. Other input leaves the quantity unchanged. */
function QuantityField({ id, name, quantity, onDone }: QuantityFieldProps) {
  const [text, setText] = useState(String(quantity))
  const typed = typedQuantity(text)
  const wanted = typed === undefined ? quantity : Math.min(typed, limits.quantity)

  function take(event?: FormEvent) {
    event?.preventDefault()
    if (typed !== undefined && typed > limits.quantity) toast.note(m.cart_limit_quantity({ max: limits.quantity }))
    if (wanted >= 1 && wanted !== quantity) setQuantity(id, wanted)
    onDone()
  }

  return (
    <form onSubmit={take} className="inline-flex items-center gap-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed for it
        autoFocus
        type="text"
        inputMode="numeric"
        enterKeyHint="done"
        maxLength={4}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={(event) => !event.relatedTarget?.closest('form')?.isSameNode(event.currentTarget.form) && take()}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        aria-label={m.cart_quantity_up_to({ name, max: limits.quantity })}
        className="h-11.5 w-20 rounded-full border border-edge bg-surface text-center font-semibold figures focus-visible:border-leaf"
      />
      <button type="submit" className="min-h-11 rounded-full px-3 font-semibold text-leaf hover:underline">
        {m.cart_quantity_ok()}
      </button>
    </form>
  )
}
