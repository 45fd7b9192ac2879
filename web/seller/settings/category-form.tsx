import { type FormEvent, useEffect, useState } from 'react'
import { categoryLimits } from '../../../contract/catalog/shop-categories.ts'
import type { CategoryInput, OwnersCategory } from '../../../contract/entities/settings.ts'
import type { Submit } from '../../client/make-submit.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { categoryName } from '../../product/categories.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { makeDraft } from '../drafts/draft.ts'
import { useUnsaved } from '../drafts/unsaved.tsx'
import { isEqual } from '../drafts/with-changes.ts'
import { FormEnd } from '../form/form-end.tsx'
import { LastChange } from '../form/last-change.tsx'
import { PictureInput, pictureMegabytes } from './picture-input.tsx'

type CategoryFormProps = {
  /** Undefined for a new one. */
  category: OwnersCategory | undefined
  /** Whether a colleague has removed it: saving adds it again. */
  isRemoved: boolean
  /** Who saved the categories last, and when. */
  saved: { changedBy: string | null; changedAt: string | null }
  /** Its position in the list, by which the shop names its fields. */
  index: number
  /** Saves the category with the others; returns whether it was saved. */
  onSave: (draft: CategoryInput, form: Submit, element: HTMLFormElement) => Promise<boolean>
  onClose: () => void
}

const draftOf = (category: OwnersCategory | undefined) => ({
  name: category?.name ?? '',
  nameTh: category?.nameTh ?? '',
  picture: category?.picture ?? null,
})

/** The names and the picture of a category. */
export function CategoryForm({ category, isRemoved, saved, index, onSave, onClose }: CategoryFormProps) {
  const current = draftOf(category)
  const [initial] = useState(current)
  const [{ state, isUnsaved, change: changeDraft, rebase, discard }] = useState(() =>
    makeDraft({
      name: `category ${category?.path ?? 'new'}`,
      read: { before: current },
      draftOf: ({ before }: { before: typeof current }) => before,
    }),
  )
  const { before, draft } = state.use()
  // What a colleague saved meanwhile stays in the fields that weren't changed here.
  const isOutdated = !isRemoved && !isEqual(current, before)
  useEffect(() => {
    if (isOutdated) rebase({ before: current })
  })
  useUnsaved(isUnsaved(), discard)
  const [isSending, setIsSending] = useState(false)
  /** Until the form closes, so that nothing is changed that it wouldn't save. */
  const [isSaving, setIsSaving] = useState(false)
  const form = useSubmit({ toasts: false })
  const errorOf = (field: keyof typeof draft) => form.fields[`categories.${index}.${field}`] ?? form.fields[field]
  const isChanged = category && (category.name !== initial.name || category.nameTh !== initial.nameTh)

  function change(next: Partial<typeof draft>) {
    changeDraft(next)
    form.clear()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending || isSaving) return
    setIsSaving(true)
    const isSaved = await onSave(draft, form, event.currentTarget).finally(() => setIsSaving(false))
    if (!isSaved) return
    discard()
    toast.success(m.settings_category_saved({ name: draft.name }))
    onClose()
  }

  const text = (name: 'name' | 'nameTh') => ({
    name: `categories.${index}.${name}`,
    value: draft[name],
    maxLength: categoryLimits.name,
    autoComplete: 'off',
    readOnly: isSaving,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
    error: errorOf(name),
  })

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <h3 className="font-semibold text-lg">
        {category ? m.settings_category_change_named({ name: categoryName(initial) }) : m.settings_category_new()}
      </h3>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label={m.settings_name()} lang="en" {...text('name')} />
        <TextField label={m.settings_name_th()} lang="th" {...text('nameTh')} />
      </div>
      <fieldset disabled={isSaving} className="min-w-0">
        <PictureInput
          label={m.settings_picture()}
          hint={m.settings_picture_hint({ megabytes: pictureMegabytes })}
          picture={draft.picture}
          error={errorOf('picture')}
          onChange={(picture) => change({ picture })}
          onSending={setIsSending}
        />
      </fieldset>
      <FormEnd
        form={form}
        save={m.settings_save()}
        waitsFor={isSending ? m.settings_picture_sending() : undefined}
        close={{ label: m.settings_cancel(), isUnsaved: isUnsaved(), discard, onClose }}
        details={
          (form.message || isRemoved) && (
            <>
              {isRemoved && <p className="mt-2">{m.settings_category_gone()}</p>}
              {isChanged && <p className="mt-2">{m.settings_category_now(category)}</p>}
              <LastChange {...saved} />
            </>
          )
        }
      />
    </form>
  )
}
