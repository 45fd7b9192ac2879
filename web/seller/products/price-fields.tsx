import { type FocusEvent, type RefObject, useRef, useState } from 'react'
import { fieldErrorMessage } from '../../../contract/refusals.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { FieldProps } from './field-props.ts'
import { fieldLabels } from './product-errors.ts'
import { isOfferAbove, plainPrice, type Typed, typedIn } from './typed-product.ts'

type PriceFieldsProps = {
  element: RefObject<HTMLFormElement | null>
  start: Typed
  field: FieldProps
  /** A field has been changed by more than typing in it. */
  onSettled: () => void
  clearField: (name: string) => void
}

/** The two prices of a product. The regular one may be left out, and is the selling price as long as that isn't typed. */
export function PriceFields({ element, start, field, onSettled, clearField }: PriceFieldsProps) {
  /** The selling price has been typed, or came with the form: it no longer follows the regular one. */
  const isOwn = useRef(start.offerPrice !== '')
  const [offerAbove, setOfferAbove] = useState(false)

  const input = (name: 'price' | 'offerPrice') => element.current?.elements.namedItem(name) as HTMLInputElement | null
  const compare = () => element.current && setOfferAbove(isOfferAbove(typedIn(element.current)))

  function typed(name: 'price' | 'offerPrice') {
    const [price, offerPrice] = [input('price'), input('offerPrice')]
    if (name === 'offerPrice') isOwn.current = true
    else if (price && offerPrice && !isOwn.current) offerPrice.value = price.value
    clearField(name)
    clearField('offerPrice')
    // An error goes as soon as it is mended, but doesn't come while somebody is typing.
    if (offerAbove) compare()
  }

  /** Shows a price as it was understood, and whether the two fit each other. */
  function settle(name: 'price' | 'offerPrice') {
    for (const each of [input(name), isOwn.current ? null : input('offerPrice')])
      if (each) each.value = plainPrice(each.value)
    compare()
    onSettled()
  }

  const price = (name: 'price' | 'offerPrice') => ({
    ...field(name),
    label: fieldLabels[name](),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onInput: () => typed(name),
    onBlur: () => settle(name),
    // What was filled in for the seller is replaced by typing, not added to.
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    end: <span className="pe-4 text-muted">{shop.currency.symbol}</span>,
  })
  const { error, ...offer } = price('offerPrice')
  return (
    <>
      <TextField {...price('price')} hint={m.seller_price_optional()} />
      <TextField
        {...offer}
        required
        error={error ?? (offerAbove ? fieldErrorMessage('offer_above_price', getLocale()) : undefined)}
      />
    </>
  )
}
