import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { fieldFaultWords } from '../../contract/refusals.ts'
import { getLocale } from '../messages/messages.ts'
import { pictureFault, putIntoSlots } from './picture-slots.ts'

/** A chosen picture with the address of its preview. */
export type ChosenPicture = { file: File; preview: string }

type State = { slots: (ChosenPicture | undefined)[]; refused: string[] }

const emptySlots = (): State['slots'] => Array.from({ length: limits.pictures })

/** The pictures of a new product, each in its slot, and the files that weren't taken, in words. */
export function usePictures() {
  const [state, setState] = useState<State>({ slots: emptySlots(), refused: [] })
  const latest = useRef(state)

  function publish(next: State) {
    const kept = new Set(next.slots)
    for (const picture of latest.current.slots) if (picture && !kept.has(picture)) URL.revokeObjectURL(picture.preview)
    latest.current = next
    setState(next)
  }

  useEffect(
    () => () => {
      for (const picture of latest.current.slots) if (picture) URL.revokeObjectURL(picture.preview)
    },
    [],
  )

  /** Takes what are pictures; the first goes to slot `at` where one is named. */
  function put(files: readonly File[], at?: number) {
    const refused: string[] = []
    const taken: ChosenPicture[] = []
    for (const file of files) {
      const fault = pictureFault(file)
      if (fault) refused.push(fieldFaultWords(fault, getLocale(), { name: file.name }))
      else taken.push({ file, preview: URL.createObjectURL(file) })
    }
    const { slots, left } = putIntoSlots(latest.current.slots, taken, at)
    for (const { preview } of left) URL.revokeObjectURL(preview)
    if (left.length > 0) refused.push(fieldFaultWords('too_many', getLocale(), { max: limits.pictures }))
    publish({ slots, refused })
  }

  function remove(at: number) {
    publish({ slots: latest.current.slots.with(at, undefined), refused: [] })
  }

  function clear() {
    publish({ slots: emptySlots(), refused: [] })
  }

  return { ...state, put, remove, clear }
}
