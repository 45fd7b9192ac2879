import { type RefObject, useEffect, useRef } from 'react'
import { whenReconnected } from '../../client/connection.ts'
import { type Draft, draftIn } from './product-draft.ts'
import type { PictureSlots } from './use-pictures.ts'

type FormState = { draft: Draft; slots: PictureSlots }

/**
 * Submits a form again, once, when the shop is reachable again after a lost response: the reply tells whether it was
 * saved. A form that was changed since isn't submitted.
 */
export function useRetry(
  element: RefObject<HTMLFormElement | null>,
  latestSlots: () => PictureSlots,
  submit: () => void,
) {
  const lost = useRef<FormState>(undefined)
  const isRetry = useRef(false)
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(
    () =>
      whenReconnected(() => {
        const state = lost.current
        lost.current = undefined
        if (!element.current || !state || state.slots !== latestSlots()) return
        if (JSON.stringify(draftIn(element.current)) !== JSON.stringify(state.draft)) return
        isRetry.current = true
        latest.current()
      }),
    [element, latestSlots],
  )

  return {
    /** To be called before a form is sent. Returns a function to call if there is no reply. */
    begin(state: FormState): () => void {
      const wasRetry = isRetry.current
      isRetry.current = false
      lost.current = undefined
      return () => {
        if (!wasRetry) lost.current = state
      }
    },
  }
}
