import { type ComponentProps, type FormEvent, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { AddressInput, Place } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { requiredMessage } from '../../contract/refusals.ts'
import { isThailand } from '../../contract/thailand.ts'
import { chooseAddress } from '../cart/checkout-choice.ts'
import { api } from '../client/api.ts'
import { deliveryApi } from '../client/delivery-api.ts'
import { useSession } from '../client/session.ts'
import { useRead } from '../client/use-read.ts'
import { useSubmit } from '../client/use-submit.ts'
import { withRetries } from '../client/with-retries.ts'
import { getLocale, m } from '../messages/messages.ts'
import { useLazy } from '../page/lazy.tsx'
import { placeName, provinceName } from '../page/place-name.ts'
import { shop } from '../shop.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { addressAttemptKey, dropAddressDraft, keepAddressDraft } from './address-draft.ts'
import {
  type AddressErrorCode,
  addressErrors,
  addressOf,
  type FieldName,
  type RequiredField,
  type Typed,
  typedIn,
} from './address-form.ts'
import { isOutsideDeliveryArea } from './delivery-area.ts'
import { OutsideNotice } from './outside-notice.tsx'
import { isThaiPostcode } from './thai-address.ts'
import { inputOf, namesSubdistrict, postcodeIn, usePostcode } from './use-postcode.ts'

const loadSuggestions = () => import('./place-suggestions.tsx')

type AddressFieldsProps = {
  userId: string
  /** Of the saved address that is edited. */
  addressId: string | undefined
  initial: Partial<Typed>
}

/** The fields of an address. A Thai postcode fills in the province, and the district if it determines it. */
export function AddressFields({ userId, addressId, initial }: AddressFieldsProps) {
  const navigate = useNavigate()
  const form = useSubmit({ toasts: false })
  const isSignedIn = useSession().user !== null
  // The refusal that no user is signed in disappears after the login in the window over the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the session comes back
  useEffect(() => {
    if (isSignedIn) form.clear()
  }, [isSignedIn])
  const { place, districts, filled, update, noteFilled } = usePostcode(initial, form.clearField)
  const PlaceSuggestions = useLazy(loadSuggestions, shop.hasZones === true)
  const asked = askedPostcode(place)
  const found = useRead(asked, (signal) => deliveryApi.delivery.places({ postcode: asked }, { signal }))
  const isUnknown = asked !== undefined && found.data?.places.length === 0

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const address = addressOf(typedIn(element))
    const errors = Object.entries(addressErrors(address)) as [RequiredField, AddressErrorCode][]
    if (errors.length > 0) {
      const words = Object.fromEntries(errors.map(([name, error]) => [name, errorMessage(name, error)]))
      return form.show(words, element)
    }
    if (await isUnknownPostcode(address))
      return form.show({ zipcode: m.address_no_zipcode({ postcode: address.zipcode }) }, element)
    const reply = await form.send(async () => {
      const answer =
        addressId === undefined
          ? await add(address)
          : await withRetries(() => api.address.edit({ id: addressId, address, userId }))
      return answer.success || !answer.fields ? answer : { ...answer, fields: byInput(answer.fields) }
    })
    if (!reply) return
    dropAddressDraft()
    chooseAddress(reply.address._id)
    toast.success(reply.message)
    navigate('/cart')
  }

  function add(address: AddressInput) {
    const headers = { 'idempotency-key': addressAttemptKey({ userId, addressId }, address) }
    return withRetries(() => api.address.add({ address, userId }, { headers }))
  }

  function onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    update(currentTarget, (target as HTMLInputElement).name)
    keepAddressDraft({ userId, addressId }, typedIn(currentTarget))
  }

  function choose(button: HTMLButtonElement, name: 'city' | 'label', value: string) {
    if (!button.form) return
    inputOf(button.form, name).value = value
    if (name === 'city') noteFilled({ city: value })
    form.clearField(name)
    keepAddressDraft({ userId, addressId }, typedIn(button.form))
  }

  function choosePlace({ form: into }: HTMLButtonElement, chosen: Place) {
    if (!into) return
    const values = { zipcode: chosen.postcode, state: provinceName(chosen), city: placeName(chosen) }
    for (const [name, value] of Object.entries(values)) {
      inputOf(into, name).value = value
      form.clearField(name)
    }
    noteFilled({ state: values.state, city: values.city })
    update(into, 'city')
    keepAddressDraft({ userId, addressId }, typedIn(into))
    // The button is gone.
    inputOf(into, 'street').focus()
  }

  const field = (name: FieldName) => ({
    name,
    defaultValue: initial[name],
    error: form.fields[name],
    onInput: () => form.clearField(name),
    maxLength: limits.shortText,
  })
  const required = (name: RequiredField) => ({ ...field(name), label: labels[name](), required: true })

  return (
    <form
      method="post"
      onSubmit={save}
      onInput={onInput}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <TextField {...required('firstName')} autoComplete="shipping given-name" />
      <TextField {...required('lastName')} autoComplete="shipping family-name" />
      <TextField {...required('phone')} type="tel" autoComplete="shipping tel" maxLength={limits.phoneMax} />
      {/* Not a number input: it would drop the zeros that 01000 begins with. */}
      <TextField
        {...required('zipcode')}
        error={form.fields.zipcode ?? (isUnknown ? m.address_no_zipcode({ postcode: asked }) : undefined)}
        autoComplete="shipping postal-code"
        inputMode={isThailand(place.country) ? 'numeric' : 'text'}
        maxLength={limits.zipcodeMax}
        hint={isThailand(place.country) ? m.address_zipcode_hint() : undefined}
      />
      <p role="status" className="sr-only">
        {filled}
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
          ofPostcode={found.data?.places}
          city={place.city}
          onChoose={choosePlace}
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

/** Returns the complete Thai postcode of an address whose places decide on delivery. */
function askedPostcode({ country, zipcode }: Pick<AddressInput, 'country' | 'zipcode'>): string | undefined {
  const postcode = postcodeIn(String(zipcode))
  return shop.hasZones && isThailand(country) && isThaiPostcode(postcode) ? postcode : undefined
}

/** Returns whether the shop knows no place with the postcode of an address; false if it doesn't answer. */
async function isUnknownPostcode(address: AddressInput): Promise<boolean> {
  const postcode = askedPostcode(address)
  if (postcode === undefined) return false
  const reply = await deliveryApi.delivery.places({ postcode }).catch(() => undefined)
  return reply?.success === true && reply.places.length === 0
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

const labels: Record<RequiredField, () => string> = {
  firstName: m.address_first_name,
  lastName: m.address_last_name,
  phone: m.address_phone,
  zipcode: m.address_zipcode,
  state: m.address_state,
  city: m.address_city,
  street: m.address_street,
  country: m.address_country,
}

function errorMessage(name: RequiredField, error: AddressErrorCode): string {
  switch (error) {
    case 'required':
      return requiredMessage(labels[name](), getLocale())
    case 'phone':
      return m.address_phone_short()
    case 'thaiPhone':
      return m.address_thai_phone()
    case 'zipcode':
      return m.address_zipcode_format()
    case 'thaiZipcode':
      return m.address_thai_zipcode()
  }
}

/** The shop names a field by its path in the call (`address.phone`); the form by its input. */
function byInput(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.replace(/^address\./, ''), words]))
}
