import { getLocale, m } from '../../messages/messages.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FieldProps } from './field-props.ts'
import { fieldLabels } from './product-errors.ts'

type WordFieldsProps = {
  language: 'en' | 'th'
  field: FieldProps
  /** The name is typed in: it stands for both languages until the other is typed. */
  onName: () => void
}

/** Name and description in one language: those of the page come first, the others may be left out. */
export function WordFields({ language, field, onName }: WordFieldsProps) {
  const [name, description] =
    language === 'th' ? (['nameTh', 'descriptionTh'] as const) : (['name', 'description'] as const)
  const isFirst = language === getLocale()
  return (
    <>
      <TextField
        {...field(name)}
        {...(isFirst ? {} : { lang: language })}
        label={fieldLabels[name]()}
        autoComplete="off"
        // On a Thai page the Thai name is the English one as well, and a product that has only an English one keeps it.
        required={isFirst && language === 'en'}
        onInput={onName}
      />
      <TextArea
        {...field(description)}
        {...(isFirst ? { hint: m.seller_description_hint() } : { lang: language })}
        label={fieldLabels[description]()}
        rows={4}
      />
    </>
  )
}
