import { useCallback, useEffect, useRef, useState } from 'react'
import { pictureSources } from '../../../../contract/catalog/pictures.ts'
import { fieldErrorMessage } from '../../../../contract/messages/field-errors.ts'
import { limits } from '../../../../contract/values/limits.ts'
import { getLocale } from '../../../messages/messages.ts'
import { movedSlot, pictureError, putIntoSlots } from './picture-slots.ts'

/** A picture in its slot: a chosen file, or one that the product has, by its URL. */
export type ChosenPicture = { name: string } & ({ file: File; url?: never } | { url: string; file?: never })

/** The form's slots, in order; an empty one is undefined. */
export type PictureSlots = readonly (ChosenPicture | undefined)[]
type State = { slots: PictureSlots; refused: readonly string[] }

/** Returns the slots of a form, with the pictures of a product or draft. */
export function slotsOf(pictures: PictureSlots = []): PictureSlots {
  return Array.from({ length: limits.pictures }, (_, index) => pictures[index])
}

/** Returns a picture of a product for a slot. */
export function productPicture(url: string): ChosenPicture {
  return { url, name: url.slice(url.lastIndexOf('/') + 1) }
}

/** The pictures of a product's form by slot, and messages for files that weren't accepted. */
export function usePictures(initial: PictureSlots, onChange: (slots: PictureSlots) => void) {
  const [state, setState] = useState<State>({ slots: initial, refused: [] })
  const latest = useRef(state)

  function publish(next: State) {
    latest.current = next
    setState(next)
    onChange(next.slots)
  }

  /** Accepts picture files; the first goes to slot `index`, if given. */
  function put(files: readonly File[], index?: number) {
    const refused: string[] = []
    const taken: ChosenPicture[] = []
    for (const file of files) {
      const error = pictureError(file)
      if (error) refused.push(fieldErrorMessage(error, getLocale(), { name: file.name }))
      else taken.push({ file, name: file.name })
    }
    const { slots, left } = putIntoSlots(latest.current.slots, taken, index)
    if (left.length > 0) refused.push(fieldErrorMessage('too_many', getLocale(), { max: limits.pictures }))
    publish({ slots, refused })
  }

  function remove(index: number) {
    publish({ slots: latest.current.slots.with(index, undefined), refused: [] })
  }

  /** Swaps a picture with its neighbour. */
  function move(index: number, by: -1 | 1) {
    publish({ slots: movedSlot(latest.current.slots, index, by), refused: latest.current.refused })
  }

  /** Returns the current slots. */
  const latestSlots = useCallback(() => latest.current.slots, [])

  return { ...state, put, remove, move, latest: latestSlots }
}

/** Returns the URL of a chosen picture's preview, as long as it is shown. */
export function usePreview({ file, url }: ChosenPicture): string | undefined {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setPreview(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url === undefined ? preview : pictureSources(url).src
}
