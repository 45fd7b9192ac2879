import { type FormEvent, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isThailand } from '../../contract/delivery/thailand.ts'
import type { AddressInput } from '../../contract/entities/address.ts'
import type { Place } from '../../contract/entities/delivery.ts'
import { requiredMessage } from '../../contract/messages/field-errors.ts'
import { chooseAddress } from '../cart/checkout-choice.ts'
import { api } from '../client/api.ts'
import { deliveryApi } from '../client/delivery-api.ts'
import { useSession } from '../client/session.ts'
import { useRead } from '../client/use-read.ts'
import { useSubmit } from '../client/use-submit.ts'
import { withRetries } from '../client/with-retries.ts'
import { getLocale, m } from '../messages/messages.ts'
import { placeName, provinceName } from '../page/place-name.ts'
import { shop } from '../shop.ts'
import { toast } from '../ui/toast.ts'
import { addressAttemptKey, dropAddressDraft, keepAddressDraft } from './address-draft.ts'
import {
  type AddressDraft,
  type AddressErrorCode,
  addressErrors,
  addressOf,
  draftIn,
  type RequiredField,
} from './address-form.ts'
import { isThaiPostcode } from './thai-address.ts'
import { inputOf, postcodeIn, usePostcode } from './use-postcode.ts'

type AddressForm = {
  userId: string
  /** Of the saved address that is edited. */
  addressId: string | undefined
  initial: Partial<AddressDraft>
}

/** The behaviour of an address form: fills in fields from the postcode, keeps a draft, and saves. */
export function useAddressForm({ userId, addressId, initial }: AddressForm) {
  const navigate = useNavigate()
  const form = useSubmit({ toasts: false })
  const isSignedIn = useSession().user !== null
  // The refusal that no user is signed in disappears after the login in the dialog over the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the session comes back
  useEffect(() => {
    if (isSignedIn) form.clear()
  }, [isSignedIn])
  const { place, districts, filled, update, noteFilled } = usePostcode(initial, form.clearField)
  const asked = askedPostcode(place)
  const found = useRead(asked, (signal) => deliveryApi.delivery.places({ postcode: asked }, { signal }))
  const isUnknown = asked !== undefined && found.data?.places.length === 0

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const address = addressOf(draftIn(element))
    const errors = Object.entries(addressErrors(address)) as [RequiredField, AddressErrorCode][]
    if (errors.length > 0) {
      const words = Object.fromEntries(errors.map(([name, error]) => [name, errorMessage(name, error)]))
      return form.show(words, element)
    }
    if (await isUnknownPostcode(address))
      return form.show({ zipcode: m.address_no_zipcode({ postcode: address.zipcode }) }, element)
    const reply = await form.send(async () => {
      const reply =
        addressId === undefined
          ? await add(address)
          : await withRetries(() => api.address.edit({ id: addressId, address, userId }))
      return reply.success || !reply.fields ? reply : { ...reply, fields: byInput(reply.fields) }
    }, element)
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
    keepAddressDraft({ userId, addressId }, draftIn(currentTarget))
  }

  function choose(button: HTMLButtonElement, name: 'city' | 'label', value: string) {
    if (!button.form) return
    inputOf(button.form, name).value = value
    if (name === 'city') noteFilled({ city: value })
    form.clearField(name)
    keepAddressDraft({ userId, addressId }, draftIn(button.form))
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
    keepAddressDraft({ userId, addressId }, draftIn(into))
    // The button is gone.
    inputOf(into, 'street').focus()
  }

  return {
    form,
    place,
    /** The districts of the postcode in a shop without zones. */
    districts,
    /** The filled-in values, for a screen reader. */
    filled,
    placesOfPostcode: found.data?.places,
    /** The error of a postcode without a place. */
    unknownPostcode: isUnknown ? m.address_no_zipcode({ postcode: asked }) : undefined,
    save,
    onInput,
    choose,
    choosePlace,
  }
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

export const addressLabels: Record<RequiredField, () => string> = {
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
      return requiredMessage(addressLabels[name](), getLocale())
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
