import { type FormEvent, useEffect, useRef, useState } from 'react'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { X } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { codeNotEntered, setCodeText, setPromotionCode, useCodeText } from '../placing/promotion-code.ts'
import type { CartPromotions } from './use-promotions.ts'

type CodeFieldProps = Pick<CartPromotions, 'entered' | 'code' | 'refusal' | 'reload'>

/**
 * The field of a promotion's code, behind a button until it is wanted; a code that counts, with a button to remove it.
 * Who has opened the field keeps it, and its button, until the code counts.
 */
export function CodeField({ entered, code, refusal, reload }: CodeFieldProps) {
  const text = useCodeText()
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const removeButton = useRef<HTMLButtonElement>(null)
  const isEntered = useRef(false)
  const isShown = open || text !== '' || refusal !== undefined
  const isChecking = entered !== undefined && refusal === undefined && code === undefined
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  // A code that was entered before the page was loaded.
  useEffect(() => {
    if (refusal !== undefined && entered !== undefined) setCodeText(entered)
  }, [refusal, entered])
  // The button that orders enters a code, too, and may be far from the field.
  useEffect(() => {
    if (refusal !== undefined) field.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])

  // The field and the code that replaces it take the focus from each other, unless it has moved on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one replaces the other
  useEffect(() => {
    if (isEntered.current && document.activeElement === document.body) (field.current ?? removeButton.current)?.focus()
  }, [entered, refusal, code])

  function submit(event: FormEvent) {
    event.preventDefault()
    isEntered.current = true
    // The same code may count by now.
    if (refusal !== undefined && codeNotEntered(text, entered) === undefined) reload()
    else setPromotionCode(text)
    setOpen(text.trim() !== '')
  }

  if (entered !== undefined && refusal === undefined && (!isChecking || !open))
    return (
      <p className="mb-3 flex min-h-11 items-center justify-between gap-3 rounded-tile bg-leaf-soft ps-4 text-leaf-deep">
        <span role="status" className="min-w-0 truncate font-semibold">
          {isChecking ? m.cart_code_checking({ code: entered }) : m.cart_code_counts({ code: entered })}
        </span>
        <button
          ref={removeButton}
          type="button"
          onClick={() => {
            setPromotionCode(undefined)
            setOpen(true)
          }}
          aria-label={m.cart_code_remove({ code: entered })}
          className="grid size-11 shrink-0 place-items-center"
        >
          <X className="size-5" aria-hidden />
        </button>
      </p>
    )
  if (!isShown)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mb-1 inline-flex min-h-11 items-center font-medium text-leaf underline-offset-4 hover:underline"
      >
        {m.cart_code_have()}
      </button>
    )
  return (
    <form onSubmit={submit} noValidate className="mb-4 flex items-start gap-2 max-[16rem]:flex-wrap">
      <TextField
        ref={field}
        label={m.cart_code()}
        name="code"
        value={text}
        onChange={({ target }) => {
          // The message is about another code.
          if (refusal !== undefined) setPromotionCode(undefined)
          setCodeText(target.value)
          setOpen(true)
        }}
        error={refusal}
        // Twice the longest code, for the spaces that a keyboard adds or that are pasted with it.
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="min-w-0 grow"
      />
      <Button type="submit" variant="outline" pending={isChecking} className="mt-7.5 min-h-12 shrink-0">
        {m.cart_code_apply()}
      </Button>
    </form>
  )
}
