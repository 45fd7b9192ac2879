import { Minus, Plus } from 'lucide-react'
import { display, limits } from '../../contract/limits.ts'
import { m } from '../messages/messages.ts'
import { selectableQuantities } from './cart-items.ts'
import { addToCart, removeFromCart, setQuantity } from './cart-store.ts'

/** One less, the quantity as a list to choose from, one more. */
export function QuantityControl({ id, name, quantity }: { id: string; name: string; quantity: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be drawn as one round control in every browser
    <div
      role="group"
      aria-label={m.cart_quantity_of({ name })}
      className="inline-grid h-11.5 max-w-full grid-cols-[2.75rem_minmax(1.5rem,2.75rem)_2.75rem] @min-[32rem]:grid-cols-[2.75rem_3.25rem_2.75rem] items-stretch rounded-full border border-edge bg-surface"
    >
      <button
        type="button"
        onClick={() => removeFromCart(id)}
        aria-label={m.cart_less_of({ name })}
        className="grid place-items-center rounded-full hover:text-leaf"
      >
        <Minus className="size-4" aria-hidden />
      </button>
      <select
        value={quantity}
        onChange={(event) => setQuantity(id, Number(event.currentTarget.value))}
        aria-label={m.cart_quantity_of({ name })}
        className="appearance-none rounded-full bg-transparent text-center font-semibold figures [text-align-last:center]"
      >
        {selectableQuantities(quantity, display.selectorQuantity).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
      <button
        type="button"
        onClick={() => addToCart(id)}
        aria-label={m.cart_more_of({ name })}
        aria-disabled={quantity >= limits.quantity}
        className="grid place-items-center rounded-full hover:text-leaf"
      >
        <Plus className="size-4" aria-hidden />
      </button>
    </div>
  )
}
