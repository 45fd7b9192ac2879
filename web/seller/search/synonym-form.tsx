import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react'
import { limits } from '../../../contract/values/limits.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { useKeptDraft } from '../drafts/use-kept-draft.ts'

type SynonymFormProps = {
  /** One side of the synonym, if it is known: only the other is typed. */
  word?: string
  onAdded: () => void
  onCancel?: () => void
}

type Synonym = { from: string; to: string }
const emptySynonym: Synonym = { from: '', to: '' }

/** Adds a synonym. */
export function SynonymForm({ word, onAdded, onCancel }: SynonymFormProps) {
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const { draft, change, clear } = useKeptDraft(`synonym ${word ?? ''}`, emptySynonym)
  // Opened by a press: the next thing to do is to type.
  useEffect(() => {
    if (word !== undefined) element.current?.querySelector('input')?.focus()
  }, [word])

  async function submit(event: FormEvent<HTMLFormElement>) {
    const reply = await form.submit(event, () =>
      sellerApi.search.addSynonym({ from: word ?? draft.from, to: draft.to }),
    )
    if (!reply) return
    toast.success(reply.message)
    clear()
    element.current?.querySelector('input')?.focus()
    onAdded()
  }

  const field = (name: keyof Synonym) => ({
    name,
    value: draft[name],
    required: true,
    maxLength: limits.synonym,
    autoComplete: 'off',
    autoCapitalize: 'none',
    error: form.fields[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      form.clear(name)
      change({ ...draft, [name]: target.value })
    },
  })
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel?.()
      }}
      className="grid gap-3 rounded-tile bg-sunken p-3 sm:p-4"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {word === undefined && (
          <TextField label={m.searchWords_from()} hint={m.searchWords_from_hint()} {...field('from')} />
        )}
        <TextField
          label={word === undefined ? m.searchWords_to() : m.searchWords_to_of({ q: word })}
          hint={word === undefined ? m.searchWords_to_hint() : m.searchWords_to_of_hint()}
          className={word === undefined ? '' : 'sm:col-span-2'}
          {...field('to')}
        />
      </div>
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.searchWords_add()}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {m.searchWords_cancel()}
          </Button>
        )}
      </div>
    </form>
  )
}
