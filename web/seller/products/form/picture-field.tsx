import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { limits } from '../../../../contract/values/limits.ts'
import { m } from '../../../messages/messages.ts'
import { ArrowLeft, ArrowRight, CircleAlert, X } from '../../../ui/icons.tsx'
import { ImageOff, ImagePlus } from '../../../ui/seller-icons.tsx'
import { pictureTypes } from '../draft/picture-slots.ts'
import { type ChosenPicture, type PictureSlots, usePreview } from '../draft/use-pictures.ts'

type PictureFieldProps = {
  slots: PictureSlots
  /** Messages for files that weren't accepted. */
  refused: readonly string[]
  /** Errors by field name; those of pictures are `images` and `images.<slot>`. */
  errors: Readonly<Record<string, string>>
  /** Whether the pictures are being sent. */
  busy: boolean
  onPut: (files: readonly File[], index?: number) => void
  onRemove: (index: number) => void
  onMove: (index: number, by: -1 | 1) => void
}

/** The slots for pictures, filled by choosing files, dropping them anywhere on the page, or pasting. */
export function PictureField({ slots, refused, errors, busy, onPut, onRemove, onMove }: PictureFieldProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const dragging = useFilesFromOutside(busy ? undefined : onPut)
  const count = slots.filter(Boolean).length
  const main = slots.findIndex(Boolean)
  const [moved, setMoved] = useState<number>()
  const movedBy = useRef<-1 | 1>(1)
  const messages = [
    ...refused,
    ...Object.entries(errors).flatMap(([name, error]) => (/^images(\.|$)/.test(name) ? [error] : [])),
  ]

  function remove(index: number) {
    onRemove(index)
    list.current?.querySelectorAll('input')[index]?.focus()
  }

  function move(index: number, by: -1 | 1) {
    movedBy.current = by
    onMove(index, by)
    setMoved(index + by)
  }

  // The focus follows the picture, so that it can be moved again.
  useEffect(() => {
    if (moved === undefined) return
    const buttons =
      list.current?.querySelectorAll<HTMLButtonElement>(`[data-slot="${moved}"] [data-move]:enabled`) ?? []
    const inDirection = [...buttons].find(({ dataset }) => Number(dataset.move) === movedBy.current)
    ;(inDirection ?? buttons[0])?.focus()
  }, [moved])

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{m.sellerProducts_pictures()}</legend>
      <ul ref={list} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {slots.map((picture, index) => (
          <Slot
            // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position
            key={index}
            index={index}
            picture={picture}
            isMain={index === main}
            hasError={errors[`images.${index}`] !== undefined}
            dragging={dragging}
            busy={busy}
            describedBy={`${id}-hint${messages.length > 0 ? ` ${id}-error` : ''}`}
            onPut={onPut}
            onRemove={remove}
            onMove={count > 1 ? move : undefined}
          />
        ))}
      </ul>
      <div id={`${id}-error`} role="alert" className="grid gap-1 empty:hidden">
        {messages.map((each) => (
          <p key={each} className="flex items-start gap-1.5 font-medium text-sm text-tomato">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0">{each}</span>
          </p>
        ))}
      </div>
      <p id={`${id}-hint`} className="text-muted text-sm">
        {m.sellerProducts_pictures_hint({ count: limits.pictures, megabytes: limits.pictureBytes / 1024 / 1024 })}
      </p>
      <p role="status" className="sr-only">
        {count > 0 && m.sellerProducts_pictures_count({ count })}
        {moved !== undefined && ` ${m.sellerProducts_picture_moved({ position: moved + 1 })}`}
      </p>
    </fieldset>
  )
}

type SlotProps = {
  index: number
  picture: ChosenPicture | undefined
  isMain: boolean
  hasError: boolean
  /** Files are being dragged over the page. */
  dragging: boolean
  busy: boolean
  describedBy: string
  onPut: PictureFieldProps['onPut']
  onRemove: PictureFieldProps['onRemove']
  /** Undefined if there is only one picture. */
  onMove: PictureFieldProps['onMove'] | undefined
}

/** The slot of one picture, with buttons to choose, remove and move it. */
function Slot({ index, picture, isMain, hasError, dragging, busy, describedBy, onPut, onRemove, onMove }: SlotProps) {
  const colors = hasError
    ? 'border-tomato'
    : dragging
      ? 'border-leaf border-dashed bg-leaf-soft'
      : picture
        ? 'border-line'
        : 'border-edge border-dashed bg-sunken'
  return (
    <li data-slot={index} className="relative">
      <label
        className={`relative grid aspect-[4/3] place-items-center overflow-hidden rounded-card border-2 transition-colors hover:border-leaf has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2 sm:aspect-square ${colors}`}
      >
        <input
          type="file"
          name={`images.${index}`}
          accept={pictureTypes.join()}
          multiple
          disabled={busy}
          aria-label={slotLabel(picture, index + 1)}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => {
            onPut([...(target.files ?? [])], index)
            // So that the same file can be chosen again after it was removed.
            target.value = ''
          }}
          className="sr-only"
        />
        {picture ? (
          <Preview key={picture.name} picture={picture} />
        ) : (
          <span aria-hidden className="grid justify-items-center gap-1 text-muted text-sm">
            <ImagePlus className="size-6" />
            {m.sellerProducts_picture_upload()}
          </span>
        )}
      </label>
      {isMain && (
        <span
          aria-hidden
          className="pointer-events-none absolute start-2 top-2 rounded-full bg-forest px-2.5 py-0.5 font-medium text-on-forest text-xs"
        >
          {m.sellerProducts_picture_first()}
        </span>
      )}
      {picture && !busy && (
        <button
          type="button"
          onClick={() => onRemove(index)}
          aria-label={m.sellerProducts_picture_remove({ position: index + 1 })}
          className="group absolute -end-1 -top-1 grid size-11 place-items-center rounded-full"
        >
          <span className="grid size-8 place-items-center rounded-full border border-line bg-surface text-ink shadow-float transition-colors group-hover:bg-tomato-soft group-hover:text-tomato">
            <X className="size-4" aria-hidden />
          </span>
        </button>
      )}
      {picture && !busy && onMove && (
        <span className="flex justify-between">
          <Mover by={-1} label={m.sellerProducts_picture_left({ position: index + 1 })} index={index} onMove={onMove} />
          <Mover by={1} label={m.sellerProducts_picture_right({ position: index + 1 })} index={index} onMove={onMove} />
        </span>
      )}
    </li>
  )
}

function slotLabel(picture: ChosenPicture | undefined, position: number): string {
  if (!picture) return m.sellerProducts_picture_choose({ position })
  return picture.file
    ? m.sellerProducts_picture_change({ position, name: picture.name })
    : m.sellerProducts_picture_change_kept({ position })
}

type MoverProps = { by: -1 | 1; label: string; index: number; onMove: (index: number, by: -1 | 1) => void }

/** Swaps a picture with its neighbour. */
function Mover({ by, label, index, onMove }: MoverProps) {
  const Icon = by < 0 ? ArrowLeft : ArrowRight
  return (
    <button
      type="button"
      data-move={by}
      aria-label={label}
      disabled={index + by < 0 || index + by >= limits.pictures}
      onClick={() => onMove(index, by)}
      className="grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-30"
    >
      <Icon className="size-5" aria-hidden />
    </button>
  )
}

/** A preview of a picture; its file name if the browser can't show it. */
function Preview({ picture }: { picture: ChosenPicture }) {
  const [unreadable, setUnreadable] = useState(false)
  const preview = usePreview(picture)
  if (preview === undefined) return null
  if (unreadable)
    return (
      <span aria-hidden className="grid max-w-full justify-items-center gap-1 p-2 text-muted text-sm">
        <ImageOff className="size-6" />
        <span className="max-w-full truncate">{picture.name}</span>
      </span>
    )
  return (
    <img
      src={preview}
      alt=""
      onError={() => setUnreadable(true)}
      className="absolute inset-0 size-full rounded-[inherit] bg-white object-contain"
    />
  )
}

/**
 * Accepts pasted pictures, and files dropped anywhere on the page, which the browser would open otherwise. Returns
 * whether files are being dragged over the page.
 */
function useFilesFromOutside(onPut: PictureFieldProps['onPut'] | undefined): boolean {
  const [dragging, setDragging] = useState(false)
  const put = useEffectEvent((files: File[], slot?: number) => onPut?.(files, slot))

  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

    document.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragging(true)
      },
      { signal },
    )
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setDragging(false), { signal })
    document.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragging(false)
        const slot = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-slot]') : null
        put([...(event.dataTransfer?.files ?? [])], slot ? Number(slot.dataset.slot) : undefined)
      },
      { signal },
    )
    document.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])]
        // Copied text may come with a picture of itself, which is ignored.
        if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
        event.preventDefault()
        put(files)
      },
      { signal },
    )
    return () => ended.abort()
  }, [])
  return dragging
}
