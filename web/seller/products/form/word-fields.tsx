import type { Language } from '../../../../contract/values/languages.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { FieldProps } from './field-props.ts'

type WordFieldsProps = {
  language: Language
  field: FieldProps
  /** Called when the name is typed. */
  onName: () => void
}

/** Name and description in one language. The page's language is first; the other one is optional. */
export function WordFields({ language, field, onName }: WordFieldsProps) {
  const [name, description] =
    language === 'th' ? (['nameTh', 'descriptionTh'] as const) : (['name', 'description'] as const)
  const isFirst = language === getLocale()
  return (
    <>
      <TextField
        {...field(name)}
        {...(isFirst ? {} : { lang: language })}
        autoComplete="off"
        // One name is enough, and a Thai name is used for both languages.
        required={isFirst && language === 'en' && field('nameTh').defaultValue === ''}
        onInput={onName}
      />
      <TextArea
        {...field(description)}
        {...(isFirst ? { hint: m.sellerProducts_description_hint() } : { lang: language })}
        rows={4}
      />
    </>
  )
}
