import type { ComponentProps, ReactNode } from 'react'
import { isThailand } from '../../contract/delivery/thailand.ts'
import { addressLabels } from '../../contract/messages/address-labels.ts'
import { limits } from '../../contract/values/limits.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shopCountry } from '../messages/shop-country.ts'
import { useLazy } from '../page/lazy.tsx'
import { shop } from '../shop.ts'
import { TriangleAlert } from '../ui/icons.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { AddressDraft, FieldName, RequiredField } from './address-form.ts'
import { isOtherCountry, isOutsideDeliveryArea } from './delivery-area.ts'
import type { AddressInputsState } from './use-address-inputs.ts'
import { namesSubdistrict, postcodeIn } from './use-postcode.ts'

const loadSuggestions = () => import('./place-suggestions.tsx')

type AddressInputsProps = {
  inputs: AddressInputsState
  initial: Partial<AddressDraft>
  /** Whether it is the address of the person who types: the browser fills it in, and the delivery is shown. */
  isOwn: boolean
  /** What to say about an address outside the delivery area. */
  outside: ReactNode
}

/**
 * The fields of an address and of the note for the rider, in a grid of two columns. A Thai postcode fills in the
 * province, and the district if it determines it.
 */
export function AddressInputs({ inputs, initial, isOwn, outside }: AddressInputsProps) {
  const { place, districts, placesOfPostcode, choose } = inputs
  const PlaceSuggestions = useLazy(loadSuggestions, shop.hasZones === true)
  const field = (name: FieldName, autoComplete: string) => ({
    ...fieldProps(inputs, initial, name),
    autoComplete: isOwn ? autoComplete : 'off',
  })
  const required = (name: RequiredField, autoComplete: string) => ({
    ...field(name, autoComplete),
    label: addressLabels[name][getLocale()],
    required: true,
  })

  return (
    <>
      <TextField {...required('firstName', 'shipping given-name')} />
      <TextField {...required('lastName', 'shipping family-name')} />
      <TextField {...required('phone', 'shipping tel')} type="tel" maxLength={limits.phoneMax} />
      {/* Not a number input, which would drop leading zeros: 01000. */}
      <TextField
        {...required('zipcode', 'shipping postal-code')}
        error={inputs.form.fields.zipcode ?? inputs.unknownPostcode}
        inputMode={isThailand(place.country) ? 'numeric' : 'text'}
        maxLength={limits.postcodeMax}
        hint={isThailand(place.country) ? m.address_postcode_hint() : undefined}
      />
      <p role="status" className="sr-only">
        {inputs.filled}
      </p>
      <TextField {...required('state', 'shipping address-level1')} />
      <div className="grid gap-2">
        <TextField {...required('city', 'shipping address-level2')} />
        {!shop.hasZones && districts.length > 1 && (
          <Suggestions
            label={m.address_districts()}
            words={districts}
            onChoose={(button, district) => choose(button, 'city', district)}
          />
        )}
      </div>
      {PlaceSuggestions && isThailand(place.country) && (
        <PlaceSuggestions
          postcode={postcodeIn(place.zipcode)}
          ofPostcode={placesOfPostcode}
          city={place.city}
          isOwn={isOwn}
          onChoose={inputs.choosePlace}
        />
      )}
      <div className="sm:col-span-2">
        <TextArea
          {...required('street', 'shipping street-address')}
          hint={namesSubdistrict(place.city) ? m.address_street_hint_short() : m.address_street_hint()}
          rows={2}
        />
      </div>
      <TextField {...required('country', 'shipping country-name')} className="sm:col-span-2" />
      {place.zipcode.trim() !== '' &&
        isOutsideDeliveryArea({ ...place, zipcode: postcodeIn(place.zipcode) }) &&
        outside}
      {isOtherCountry(place.country) && (
        <p role="status" className="flex items-start gap-2 rounded-tile bg-mango-soft px-4 py-3 sm:col-span-2">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          {m.address_other_country({ country: shopCountry() })}
        </p>
      )}
      <div className="sm:col-span-2">
        <TextArea
          {...field('note', 'off')}
          label={m.address_note()}
          hint={m.address_note_hint()}
          rows={2}
          maxLength={limits.addressNote}
        />
      </div>
    </>
  )
}

/** Returns the props that every field of an address has. */
export function fieldProps(
  { form }: Pick<AddressInputsState, 'form'>,
  initial: Partial<AddressDraft>,
  name: FieldName,
): Omit<ComponentProps<typeof TextArea> & ComponentProps<typeof TextField>, 'label'> {
  return {
    name,
    defaultValue: initial[name],
    error: form.fields[name],
    onInput: () => form.clearField(name),
    maxLength: limits.shortText,
  }
}

/** Words that a press puts into the field above them. */
export function Suggestions({
  label,
  words,
  onChoose,
}: {
  label: string
  words: readonly string[]
  onChoose: (button: HTMLButtonElement, word: string) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a group of fields, these are buttons
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {words.map((word) => (
        <button
          key={word}
          type="button"
          onClick={({ currentTarget }) => onChoose(currentTarget, word)}
          className="min-h-11 rounded-full border border-edge bg-surface px-4 font-medium transition-colors hover:border-leaf hover:text-leaf-deep"
        >
          {word}
        </button>
      ))}
    </div>
  )
}
