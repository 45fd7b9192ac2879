import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { type ProductInput, productInput, type SellerProduct } from '../../../../contract/entities/product.ts'
import { type PageSettings, pageSettingsOf } from '../../../../contract/settings/page-settings.ts'
import { taxRules } from '../../../../contract/settings/shop.ts'
import { shop as sample } from '../../../../shop.config.ts'
import { useSubmit } from '../../../client/use-submit.ts'
import { setShop, shop } from '../../../shop.ts'
import { draftOf, fieldLabel } from '../draft/product-draft.ts'
import { ProductFields } from './product-fields.tsx'

const before: PageSettings = shop
afterEach(() => setShop(before))

/** Fields of a product, each with a value and with the markup that shows it in the form. */
const bread: Partial<Record<keyof ProductInput, [value: unknown, markup: string]>> = {
  name: ['Rye bread', 'name="name" value="Rye bread"'],
  nameTh: ['ขนมปังไรย์', 'name="nameTh" value="ขนมปังไรย์"'],
  description: [['Dark', 'Sour'], '>Dark\nSour</textarea>'],
  descriptionTh: [['เข้ม'], '>เข้ม</textarea>'],
  category: ['Bakery', '<option value="Bakery" selected="">'],
  price: [4.5, 'name="price" value="4.50"'],
  offerPrice: [3.25, 'name="offerPrice" value="3.25"'],
  Weight: ['750 g', 'name="Weight" value="750 g"'],
  taxClass: ['exempt', '<option value="exempt" selected="">'],
  // Orders change the stock while a form is open, so it is edited in the list.
  stock: [7, ''],
}
/** A field without an example is one of text. */
const exampleOf = (field: keyof ProductInput) =>
  bread[field] ?? ([`The ${field}`, `name="${field}" value="The ${field}"`] as const)
const fields = Object.keys(productInput.shape) as (keyof ProductInput)[]

/** Returns the markup of a product's form, in a shop with tax classes. */
function formOf(product?: SellerProduct): string {
  setShop(pageSettingsOf({ ...sample, tax: taxRules.thailand }, true))
  function Form() {
    const props = { element: { current: null }, form: useSubmit(), nextCategory: '', onSettled: () => {} }
    return <ProductFields {...props} start={draftOf(product)} isNew={!product} />
  }
  return renderToStaticMarkup(<Form />)
}

test.each(fields)('a new product’s form has a labelled field for %s', (field) => {
  const markup = formOf()
  expect(markup).toContain(` name="${field}"`)
  expect(markup).toContain(fieldLabel(field))
})

test.each(fields)('an edit begins with the product’s %s, so that saving doesn’t change it', (field) => {
  const product = Object.fromEntries(fields.map((name) => [name, exampleOf(name)[0]]))
  expect(formOf(product as SellerProduct).replace(/ (lang|id|class|autoComplete)="[^"]*"/g, '')).toContain(
    exampleOf(field)[1],
  )
})
