import { type RefObject, useState } from 'react'
import type { Submit } from '../../../client/make-submit.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { categoryName } from '../../../product/categories.ts'
import { shop } from '../../../shop.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { fieldLabel, type ProductDraft } from '../draft/product-draft.ts'
import type { FieldProps } from './field-props.ts'
import { PriceFields } from './price-fields.tsx'
import { TaxClassField } from './tax-class-field.tsx'
import { WordFields } from './word-fields.tsx'

type ProductFieldsProps = {
  element: RefObject<HTMLFormElement | null>
  form: Submit
  /** The initial values. */
  start: ProductDraft
  /** Only a new product has a field for the stock: orders change it while a form is open. */
  isNew: boolean
  /** The category of the product that was added last; '' for none. */
  nextCategory: string
  /** Called when the form itself has changed the value of a field. */
  onSettled: () => void
}

/** The fields of a product's form, below its pictures. */
export function ProductFields({ element, form, start, isNew, nextCategory, onSettled }: ProductFieldsProps) {
  const [category, setCategory] = useState(start.category)
  const field: FieldProps = (name) => ({
    name,
    label: fieldLabel(name),
    defaultValue: start[name],
    error: form.fields[name],
    readOnly: form.pending,
    onInput: () => form.clearField(name),
  })

  function typeName() {
    form.clearField('name')
    form.clearField('nameTh')
    // Products are mostly added category by category, so the last one's category is filled in.
    const select = element.current?.elements.namedItem('category') as HTMLSelectElement | null
    if (!nextCategory || !select || select.value !== '') return
    select.value = nextCategory
    setCategory(nextCategory)
    form.clearField('category')
  }

  return (
    <>
      <WordFields language={getLocale()} field={field} onName={typeName} />
      <Select
        name="category"
        label={fieldLabel('category')}
        defaultValue={start.category}
        error={form.fields.category}
        onChange={(event) => {
          setCategory(event.target.value)
          form.clearField('category')
        }}
      >
        <option value="">{m.sellerProducts_category_none()}</option>
        {shop.categories.map((category) => (
          <option key={category.path} value={category.path}>
            {categoryName(category)}
          </option>
        ))}
      </Select>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <PriceFields element={element} start={start} field={field} onSettled={onSettled} clearField={form.clearField} />
        <TextField
          {...field('Weight')}
          label={m.sellerProducts_optional({ label: fieldLabel('Weight') })}
          hint={m.sellerProducts_weight_hint()}
          autoComplete="off"
        />
        {shop.tax.classes.length > 1 && (
          <TaxClassField
            element={element}
            start={start}
            category={category}
            isNew={isNew}
            error={form.fields.taxClass}
            clearField={form.clearField}
            onSettled={onSettled}
          />
        )}
        {isNew && (
          <TextField
            {...field('stock')}
            inputMode="numeric"
            autoComplete="off"
            label={m.sellerProducts_optional({ label: fieldLabel('stock') })}
            hint={m.sellerProducts_stock_hint()}
          />
        )}
      </div>
      <fieldset className="grid min-w-0 gap-5 rounded-card border border-line px-4 pt-2 pb-5 sm:px-5">
        <legend className="px-2 font-medium">{m.sellerProducts_other_language()}</legend>
        <WordFields language={getLocale() === 'th' ? 'en' : 'th'} field={field} onName={typeName} />
        <p className="-mt-2 text-muted text-sm">{m.sellerProducts_other_language_hint()}</p>
      </fieldset>
    </>
  )
}
