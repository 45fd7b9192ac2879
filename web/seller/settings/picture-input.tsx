import { useId, useRef, useState } from 'react'
import type { Calls } from '../../../contract/calls.ts'
import { pictureSources } from '../../../contract/catalog/pictures.ts'
import type { Reply } from '../../../contract/client.ts'
import { sellerCallPaths } from '../../../contract/paths/seller-call-paths.ts'
import { limits } from '../../../contract/values/limits.ts'
import { failureMessage } from '../../client/api.ts'
import { sendForm } from '../../client/send-form.ts'
import { m } from '../../messages/messages.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type PictureInputProps = {
  label: string
  hint: string
  /** The URL of the chosen picture. */
  picture: string | null
  error: string | undefined
  onChange: (picture: string | null) => void
  /** Told while a picture is being sent. */
  onSending: (isSending: boolean) => void
}

/** A field for one picture, which is uploaded as soon as it is chosen. */
export function PictureInput({ label, hint, picture, error, onChange, onSending }: PictureInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const shownError = refused ?? error

  async function send(file: File | undefined) {
    if (!file) return
    setIsSending(true)
    onSending(true)
    setRefused(undefined)
    const body = new FormData()
    body.append('image', file)
    try {
      const reply: Reply<Calls['settings']['picture']> = await sendForm(sellerCallPaths.settings.picture, body)
      if (reply.success) onChange(reply.picture)
      else setRefused(reply.fields?.image ?? reply.message)
    } catch (failure) {
      setRefused(failureMessage(failure))
    }
    setIsSending(false)
    onSending(false)
  }

  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {picture && (
          <img
            src={pictureSources(picture).src}
            alt=""
            className="size-20 rounded-tile border border-line bg-white object-cover"
          />
        )}
        <label
          className={`${buttonClasses('outline')} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2`}
        >
          <input
            ref={input}
            type="file"
            name="picture"
            accept="image/jpeg,image/png,image/webp,image/avif"
            disabled={isSending}
            aria-describedby={noteIds(id, hint, shownError)}
            aria-invalid={shownError ? true : undefined}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              void send(file)
              // So that the same file can be chosen again.
              target.value = ''
            }}
            className="sr-only"
          />
          {isSending && <Spinner className="size-5" />}
          {picture ? m.settings_picture_other() : m.settings_picture_choose()}
        </label>
        {picture && !isSending && (
          <button
            type="button"
            onClick={() => {
              setRefused(undefined)
              onChange(null)
              input.current?.focus()
            }}
            className={buttonClasses('ghost')}
          >
            {m.settings_picture_remove()}
          </button>
        )}
      </div>
      <FieldNotes id={id} hint={hint} error={shownError} />
    </div>
  )
}

/** The largest file in megabytes, for hints. */
export const pictureMegabytes = limits.pictureBytes / 1024 / 1024
