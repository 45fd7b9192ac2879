import { type FocusEvent, type RefObject, useRef, useState } from 'react'
import { fieldErrorMessage } from '../../../../contract/messages/field-errors.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { shop } from '../../../shop.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { draftIn, isOfferAbove, type ProductDraft, plainPrice } from '../draft/product-draft.ts'
import type { FieldProps } from './field-props.ts'

type PriceFieldsProps = {
  element: RefObject<HTMLFormElement | null>
  start: ProductDraft
  field: FieldProps
  /** Called when the form itself has changed the value of a field. */
  onSettled: () => void
  clearField: (name: string) => void
}

/**
 * The two prices of a product. An empty regular price means the selling price. Until a selling price is typed, it
 * follows the regular one.
 */
export function PriceFields({ element, start, field, onSettled, clearField }: PriceFieldsProps) {
  /** Whether the selling price was typed or has an initial value, so that it no longer follows the regular one. */
  const isIndependent = useRef(start.offerPrice !== '')
  const [offerAbove, setOfferAbove] = useState(false)

  const input = (name: 'price' | 'offerPrice') => element.current?.elements.namedItem(name) as HTMLInputElement | null
  const compare = () => element.current && setOfferAbove(isOfferAbove(draftIn(element.current)))

  function followInput(name: 'price' | 'offerPrice') {
    const price = input('price')
    const offerPrice = input('offerPrice')
    if (name === 'offerPrice') isIndependent.current = true
    else if (price && offerPrice && !isIndependent.current) offerPrice.value = price.value
    clearField(name)
    clearField('offerPrice')
    // While typing, the error disappears once it is corrected, but doesn't appear.
    if (offerAbove) compare()
  }

  /** Shows a price as it was parsed, and an error if the selling price is above the regular one. */
  function normalise(name: 'price' | 'offerPrice') {
    for (const each of [input(name), isIndependent.current ? null : input('offerPrice')])
      if (each) each.value = plainPrice(each.value)
    compare()
    onSettled()
  }

  const price = (name: 'price' | 'offerPrice') => ({
    ...field(name),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onInput: () => followInput(name),
    onBlur: () => normalise(name),
    // Selected, so that typing replaces a value that the form has filled in.
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    end: <span className="pe-4 text-muted">{shop.currency.symbol}</span>,
  })
  const { error, ...offer } = price('offerPrice')
  return (
    <>
      <TextField
        {...price('price')}
        hint={shop.struckPrices === 'asked' ? m.sellerProducts_price_asked() : m.sellerProducts_price_optional()}
      />
      <TextField
        {...offer}
        required
        error={error ?? (offerAbove ? fieldErrorMessage('offer_above_price', getLocale()) : undefined)}
      />
    </>
  )
}
