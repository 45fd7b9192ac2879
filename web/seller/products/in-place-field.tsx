import { type HTMLAttributes, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import type { SellerProduct } from '../../../contract/entities.ts'
import { m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.tsx'

const PriceDialog = lazy(() => import('./price-dialog.tsx'))

export type Saved =
  | { success: true; message: string; product: SellerProduct }
  | { success: false; message: string; fields?: Record<string, string> | undefined; changed: boolean }

type InPlaceFieldProps<T> = {
  product: SellerProduct
  label: string
  /** What the field is of, such as `price`: Enter goes on to the same field of the next row. */
  cell: string
  inputMode: HTMLAttributes<HTMLInputElement>['inputMode']
  title?: string | undefined
  placeholder?: string
  className?: string
  /** What a product's field shows. */
  textOf: (product: SellerProduct) => string
  /** What was typed, or what is wrong with it, in words. */
  read: (typed: string) => { value: T } | { fault: string }
  /** Asks before a value is saved; undefined where it needs no question. */
  question?: (value: T, seen: SellerProduct) => string | undefined
  save: (value: T, seen: SellerProduct) => Promise<Saved>
  /** The product as the shop has it now, when a save was refused because somebody else had changed it. */
  reread: () => Promise<SellerProduct | undefined>
  onChange: (product: SellerProduct) => void
}

/**
 * A value of a product in a list, changed in place: saved by Enter, which goes on to the next row, and on leaving; put
 * back by Escape. What is saved counts from what was shown when the typing began, whatever orders or colleagues change
 * meanwhile.
 */
export function InPlaceField<T>(props: InPlaceFieldProps<T>) {
  const { product, label, cell, textOf, read, question, save, reread, onChange } = props
  const shown = textOf(product)
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [asked, setAsked] = useState<{ value: T; words: string; open: boolean }>()
  const seen = useRef<SellerProduct>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function restore() {
    seen.current = undefined
    setTyped(undefined)
    setFault(undefined)
  }

  /** Returns whether the field is done with: nothing to save, or on its way. */
  function finish(): boolean {
    if (saving || typed === undefined) return true
    const before = seen.current ?? product
    if (typed === textOf(before)) {
      restore()
      return true
    }
    const result = read(typed)
    if ('fault' in result) {
      setFault(result.fault)
      return false
    }
    const words = question?.(result.value, before)
    if (words === undefined) void send(result.value, before)
    else setAsked({ value: result.value, words, open: true })
    return true
  }

  async function send(value: T, before: SellerProduct) {
    setSaving(true)
    setFault(undefined)
    try {
      const reply = await save(value, before)
      if (reply.success) {
        toast.success(reply.message)
        onChange(reply.product)
        restore()
        return
      }
      const [words] = Object.values(reply.fields ?? {})
      if (words !== undefined) return setFault(words)
      toast.error(reply.message)
      if (!reply.changed) return setFault(m.seller_not_saved())
      const now = await reread()
      if (now) onChange(now)
      restore()
    } catch {
      // What was typed stays, to be saved again.
      setFault(m.seller_not_answered())
    } finally {
      setSaving(false)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') restore()
    if (event.key !== 'Enter') return
    const cells = [...document.querySelectorAll<HTMLInputElement>(`[data-cell="${cell}"]`)]
    const next = cells[cells.indexOf(event.target as HTMLInputElement) + 1]
    // Leaving saves.
    if (next) next.focus()
    else finish()
  }

  return (
    <>
      <input
        ref={input}
        data-cell={cell}
        type="text"
        inputMode={props.inputMode}
        autoComplete="off"
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && `${id}-fault`}
        placeholder={props.placeholder}
        title={props.title}
        value={typed ?? shown}
        readOnly={saving}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          seen.current ??= product
          setTyped(event.target.value)
          setFault(undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={finish}
        className={`figures h-11 w-full min-w-0 rounded-full border border-edge bg-surface px-2 text-center transition-colors hover:border-leaf focus-visible:border-leaf read-only:opacity-60 aria-invalid:border-tomato ${props.className ?? ''}`}
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className="mt-1 font-medium text-tomato text-xs">
          {fault}
        </p>
      )}
      {asked && (
        <Suspense>
          <PriceDialog
            open={asked.open}
            words={asked.words}
            onClose={() => {
              setAsked({ ...asked, open: false })
              restore()
            }}
            onSure={() => {
              setAsked({ ...asked, open: false })
              void send(asked.value, seen.current ?? product)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
