import type { ComponentProps } from 'react'
import { isThailand } from '../../contract/delivery/thailand.ts'
import { limits } from '../../contract/values/limits.ts'
import { m } from '../messages/messages.ts'
import { useLazy } from '../page/lazy.tsx'
import { shop } from '../shop.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { AddressDraft, FieldName, RequiredField } from './address-form.ts'
import { isOutsideDeliveryArea } from './delivery-area.ts'
import { OutsideNotice } from './outside-notice.tsx'
import { addressLabels, useAddressForm } from './use-address-form.ts'
import { namesSubdistrict, postcodeIn } from './use-postcode.ts'

const loadSuggestions = () => import('./place-suggestions.tsx')

type AddressFieldsProps = {
  userId: string
  /** Of the saved address that is edited. */
  addressId: string | undefined
  initial: Partial<AddressDraft>
}

/** The fields of an address. A Thai postcode fills in the province, and the district if it determines it. */
export function AddressFields({ userId, addressId, initial }: AddressFieldsProps) {
  const address = useAddressForm({ userId, addressId, initial })
  const { form, place, districts, placesOfPostcode, choose } = address
  const PlaceSuggestions = useLazy(loadSuggestions, shop.hasZones === true)
  const field = (name: FieldName) => ({
    name,
    defaultValue: initial[name],
    error: form.fields[name],
    onInput: () => form.clearField(name),
    maxLength: limits.shortText,
  })
  const required = (name: RequiredField) => ({ ...field(name), label: addressLabels[name](), required: true })

  return (
    <form
      method="post"
      onSubmit={address.save}
      onInput={address.onInput}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <TextField {...required('firstName')} autoComplete="shipping given-name" />
      <TextField {...required('lastName')} autoComplete="shipping family-name" />
      <TextField {...required('phone')} type="tel" autoComplete="shipping tel" maxLength={limits.phoneMax} />
      {/* Not a number input, which would drop leading zeros: 01000. */}
      <TextField
        {...required('zipcode')}
        error={form.fields.zipcode ?? address.unknownPostcode}
        autoComplete="shipping postal-code"
        inputMode={isThailand(place.country) ? 'numeric' : 'text'}
        maxLength={limits.zipcodeMax}
        hint={isThailand(place.country) ? m.address_zipcode_hint() : undefined}
      />
      <p role="status" className="sr-only">
        {address.filled}
      </p>
      <TextField {...required('state')} autoComplete="shipping address-level1" />
      <div className="grid gap-2">
        <TextField {...required('city')} autoComplete="shipping address-level2" />
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
          onChoose={address.choosePlace}
        />
      )}
      <div className="sm:col-span-2">
        <TextArea
          {...required('street')}
          autoComplete="shipping street-address"
          hint={namesSubdistrict(place.city) ? m.address_street_hint_short() : m.address_street_hint()}
          rows={2}
        />
      </div>
      <TextField {...required('country')} autoComplete="shipping country-name" className="sm:col-span-2" />
      {place.zipcode.trim() !== '' && isOutsideDeliveryArea({ ...place, zipcode: postcodeIn(place.zipcode) }) && (
        <OutsideNotice className="sm:col-span-2" />
      )}
      <OptionalFields field={field} onChoose={(button, label) => choose(button, 'label', label)} />
      <div className="grid gap-5 sm:col-span-2">
        <div role="alert" className="empty:hidden">
          {form.message && <FormMessage>{form.message}</FormMessage>}
        </div>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
          {m.address_save()}
        </Button>
      </div>
    </form>
  )
}

type OptionalFieldsProps = {
  /** The props of every field. */
  field: (name: FieldName) => Omit<ComponentProps<typeof TextArea> & ComponentProps<typeof TextField>, 'label'>
  onChoose: (button: HTMLButtonElement, label: string) => void
}

/** The note for the rider, and the shopper's label of the address. */
function OptionalFields({ field, onChoose }: OptionalFieldsProps) {
  return (
    <>
      <div className="sm:col-span-2">
        <TextArea
          {...field('note')}
          label={m.address_note()}
          hint={m.address_note_hint()}
          rows={2}
          maxLength={limits.addressNote}
          autoComplete="off"
        />
      </div>
      <div className="grid gap-2 sm:col-span-2">
        <TextField {...field('label')} label={m.address_label()} maxLength={limits.addressLabel} autoComplete="off" />
        <Suggestions label={m.address_label()} words={[m.address_home(), m.address_work()]} onChoose={onChoose} />
      </div>
    </>
  )
}

/** Words that a press puts into the field above them. */
function Suggestions({
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
