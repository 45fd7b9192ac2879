import { type RefObject, useEffect, useRef } from 'react'
import { rateOf, standardTaxClass, type TaxClass } from '../../../../contract/pricing/pricing.ts'
import { findCategory } from '../../../../contract/settings/shop.ts'
import { useRead } from '../../../client/use-read.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { categoryName } from '../../../product/categories.ts'
import { taxToday } from '../../../product/tax-today.ts'
import { shop } from '../../../shop.ts'
import { Select } from '../../../ui/select.tsx'
import { sellerApi } from '../../client/seller-api.ts'
import { fieldLabel, knownTaxClass, type ProductDraft } from '../draft/product-draft.ts'
import { type FilledCategory, nextTaxClass } from './usual-tax-class.ts'

type TaxClassFieldProps = {
  element: RefObject<HTMLFormElement | null>
  /** The initial values. */
  start: ProductDraft
  /** The category that is chosen now. */
  category: string
  /** Only a new product gets the tax class that is usual in its category. */
  isNew: boolean
  error: string | undefined
  clearField: (name: string) => void
  /** Called when the form itself has changed the value of a field. */
  onSettled: () => void
}

/**
 * The tax class of a product. A new product has the most frequent class of its category, until the seller chooses
 * another.
 */
export function TaxClassField({ element, start, category, isNew, error, clearField, onSettled }: TaxClassFieldProps) {
  const usual = useUsualTaxClasses(isNew)
  const filled = useRef<FilledCategory>({ category: start.category, isChosen: false })

  // Fills in the field once for another category.
  useEffect(() => {
    const field = element.current?.elements.namedItem('taxClass') as HTMLSelectElement | null
    if (!usual || !field) return
    const next = nextTaxClass(field.value, category, filled.current, usual)
    filled.current.category = category
    if (next === field.value) return
    field.value = next
    clearField('taxClass')
    onSettled()
  }, [category, usual, element, clearField, onSettled])

  return (
    <Select
      name="taxClass"
      label={fieldLabel('taxClass')}
      hint={usualText(category, usual?.get(category))}
      defaultValue={start.taxClass}
      error={error}
      onChange={() => {
        filled.current.isChosen = true
        clearField('taxClass')
      }}
    >
      {shop.tax.classes.map((taxClass) => (
        <option key={taxClass.id} value={taxClass.id === standardTaxClass ? '' : taxClass.id}>
          {taxClassName(taxClass)}
        </option>
      ))}
    </Select>
  )
}

/**
 * Returns the value of the field for most products of each category that has products; undefined until they are read.
 */
function useUsualTaxClasses(isNew: boolean): ReadonlyMap<string, string> | undefined {
  const { data } = useRead(isNew ? 'usual tax classes' : undefined, async (signal) => {
    const reply = await sellerApi.product.usualTaxClasses(undefined, { signal })
    if (!reply.success) return reply
    return { ...reply, byCategory: new Map(reply.usual.map((each) => [each.category, knownTaxClass(each.taxClass)])) }
  })
  return data?.byCategory
}

/** Returns the most frequent tax class of a category. */
function usualText(path: string, taxClass: string | undefined): string | undefined {
  const category = findCategory(shop, path)
  const known = shop.tax.classes.find(({ id }) => id === (taxClass || standardTaxClass))
  if (taxClass === undefined || !category || !known) return undefined
  return m.sellerProducts_tax_class_usual({ category: categoryName(category), taxClass: taxClassName(known) })
}

/** Returns a tax class with its rate of today: "Standard rate (7%)". */
function taxClassName({ id, name, nameTh }: TaxClass): string {
  const basisPoints = rateOf(taxToday(), id)
  return `${getLocale() === 'th' ? nameTh : name}${basisPoints > 0 ? ` (${basisPoints / 100}%)` : ''}`
}
