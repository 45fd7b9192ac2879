import { OTPField } from '@base-ui/react/otp-field'
import { useEffect, useId, useRef } from 'react'
import { limits } from '../../contract/values/limits.ts'
import { m } from '../messages/messages.ts'
import { FieldNotes, noteIds } from '../ui/field-notes.tsx'
import { digitsOfCode } from './code-digits.ts'

type CodeBoxesProps = {
  value: string
  onChange: (value: string) => void
  /** Called when the last box is filled. */
  onComplete?: (value: string) => void
  error?: string
  disabled?: boolean
  /** When this number changes, and when the boxes appear, the first box gets the focus. */
  round: number
}

/**
 * Six boxes for a one-time code that behave as one field: one tab stop and one label; typing, pasting, autofill and
 * deleting continue across boxes.
 */
export function CodeBoxes({ value, onChange, onComplete, error, disabled = false, round }: CodeBoxesProps) {
  const id = useId()
  const boxes = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what the focus is moved for
  useEffect(() => {
    boxes.current?.querySelector<HTMLInputElement>('input:not([aria-hidden])')?.focus({ preventScroll: true })
  }, [round])
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {m.account_code()}
      </label>
      <OTPField.Root
        ref={boxes}
        id={id}
        name="otp"
        length={limits.codeDigits}
        validationType="none"
        inputMode="numeric"
        normalizeValue={digitsOfCode}
        value={value}
        onValueChange={onChange}
        onValueComplete={onComplete}
        disabled={disabled}
        required
        aria-describedby={noteIds(id, undefined, error)}
        className="flex gap-2 sm:gap-3"
      >
        {Array.from({ length: limits.codeDigits }, (_, index) => (
          <OTPField.Input
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
            key={index}
            // The first box has the label of the whole field.
            aria-label={
              index === 0 ? undefined : m.account_code_digit({ position: index + 1, count: limits.codeDigits })
            }
            aria-invalid={error ? true : undefined}
            aria-describedby={noteIds(id, undefined, error)}
            className="h-14 w-full min-w-0 max-w-13 flex-1 figures rounded-tile border border-edge bg-surface text-center font-semibold text-xl transition-colors hover:border-leaf focus-visible:border-leaf aria-invalid:border-tomato"
          />
        ))}
      </OTPField.Root>
      <FieldNotes id={id} error={error} />
    </div>
  )
}
