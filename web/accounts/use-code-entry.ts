import { type FormEvent, useState } from 'react'
import { fieldErrorMessage } from '../../contract/messages/field-errors.ts'
import { limits } from '../../contract/values/limits.ts'
import type { Submit } from '../client/make-submit.ts'
import { getLocale } from '../messages/messages.ts'

type CodeReply = { success: true; message: string } | { success: false; message: string }

/**
 * The entry of a one-time code in its boxes. A refused code clears the boxes and focuses the first; its message
 * disappears with the first new digit.
 */
export function useCodeEntry(
  form: Submit,
  check: (otp: string) => Promise<CodeReply>,
  onRight: (message: string, otp: string) => void,
) {
  const [code, setCode] = useState('')
  const [round, setRound] = useState(0)

  /** Clears the boxes and focuses the first. */
  function restart() {
    setCode('')
    setRound((before) => before + 1)
  }

  async function submit(otp: string, element?: HTMLFormElement) {
    if (otp === '' && form.message) return restart()
    if (otp.length < limits.codeDigits) return form.show({ otp: fieldErrorMessage('code', getLocale()) }, element)
    let checked: CodeReply | undefined
    const reply = await form.send(async () => {
      checked = await check(otp)
      return checked
    }, element)
    if (reply) return onRight(reply.message, otp)
    // Without a reply the code may be right: it stays, to be sent again.
    if (checked) restart()
  }

  function change(value: string) {
    if (value !== '') form.clear()
    setCode(value)
  }

  return {
    restart,
    /** Handles the submit of the form around the boxes. */
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void submit(code, event.currentTarget)
    },
    boxes: {
      value: code,
      onChange: change,
      onComplete: (otp: string) => void submit(otp),
      error: form.fields.otp,
      round,
    },
  }
}
