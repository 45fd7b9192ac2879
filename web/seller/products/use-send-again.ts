import { type RefObject, useEffect, useRef } from 'react'
import { whenReconnected } from '../../client/connection.ts'
import { type Typed, typedIn } from './typed-product.ts'
import type { PictureSlots } from './use-pictures.ts'

type FormState = { typed: Typed; slots: PictureSlots }

/**
 * Submits a form once more, when the shop can be reached again, whose answer was lost: what became of it is found out.
 * Not one that was typed on since, nor a second time.
 */
export function useSendAgain(
  element: RefObject<HTMLFormElement | null>,
  latestSlots: () => PictureSlots,
  submit: () => void,
) {
  const unknown = useRef<FormState>(undefined)
  const isAgain = useRef(false)
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(
    () =>
      whenReconnected(() => {
        const state = unknown.current
        unknown.current = undefined
        if (!element.current || !state || state.slots !== latestSlots()) return
        if (JSON.stringify(typedIn(element.current)) !== JSON.stringify(state.typed)) return
        isAgain.current = true
        latest.current()
      }),
    [element, latestSlots],
  )

  return {
    /** Begins to send a form. Returns what to call when no answer came. */
    begin(state: FormState): () => void {
      const wasAgain = isAgain.current
      isAgain.current = false
      unknown.current = undefined
      return () => {
        if (!wasAgain) unknown.current = state
      }
    },
  }
}
