import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { SellerProduct } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { fieldFaultWords } from '../../contract/refusals.ts'
import { getLocale, m } from '../messages/messages.ts'
import { api, failureWords } from '../session/api.ts'
import { toast } from '../ui/toast.tsx'
import { withSessionEnd } from './session-end.ts'

type CountFieldProps = {
  product: SellerProduct
  name: string
  /** The product as the shop has it now. */
  onChange: (product: SellerProduct) => void
}

/**
 * How many pieces there are, changed in place: saved by Enter and on leaving, put back by Escape, empty for a product
 * whose pieces aren't counted.
 */
export function CountField({ product, name, onChange }: CountFieldProps) {
  const saved = product.stock === null ? '' : String(product.stock)
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function restore() {
    // What the field holds that is no number it gives nobody, so it isn't cleared by giving it a value.
    if (input.current) input.current.value = saved
    setTyped(undefined)
    setFault(undefined)
  }

  async function save() {
    if (saving || typed === undefined) return
    const stock = typed === '' ? null : Number(typed)
    const isCount = stock === null || (Number.isInteger(stock) && stock >= 0 && stock <= limits.stock)
    if (input.current?.validity.badInput || !isCount) return setFault(fieldFaultWords('number', getLocale()))
    if (stock === product.stock) return restore()
    setSaving(true)
    setFault(undefined)
    try {
      const reply = withSessionEnd(await api.product.count({ id: product._id, stock, seen: product.stock }))
      if (reply.success) {
        toast.success(reply.message)
        onChange(reply.product)
        setTyped(undefined)
      } else {
        toast.error(reply.message)
        if (reply.code === 'stock_changed') await takeNew()
      }
    } catch (error) {
      // What was typed stays, to be saved again.
      toast.error(failureWords(error))
    } finally {
      setSaving(false)
    }
  }

  async function takeNew() {
    const reply = await api.product.seller({ id: product._id })
    const now = reply.success ? reply.products[0] : undefined
    if (!now) return
    onChange(now)
    setTyped(undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') restore()
  }

  return (
    <>
      <input
        ref={input}
        type="number"
        inputMode="numeric"
        min={0}
        max={limits.stock}
        step={1}
        aria-label={m.seller_pieces_of({ name })}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && `${id}-fault`}
        placeholder="–"
        title={m.seller_stock_hint()}
        value={typed ?? saved}
        readOnly={saving}
        onChange={(event) => {
          setTyped(event.target.value)
          setFault(undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void save()}
        // A list that is scrolled over must not count.
        onWheel={(event) => event.currentTarget.blur()}
        className="figures h-11 w-full min-w-0 rounded-full border border-edge bg-surface px-3 text-center transition-colors [appearance:textfield] hover:border-leaf focus-visible:border-leaf aria-invalid:border-tomato [&::-webkit-inner-spin-button]:appearance-none"
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className="mt-1 font-medium text-tomato text-xs">
          {fault}
        </p>
      )}
    </>
  )
}
