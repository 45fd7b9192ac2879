import type { FormEvent } from 'react'
import type { AddressInput } from '../../contract/entities/address.ts'
import type { Place } from '../../contract/entities/delivery.ts'
import { deliveryApi } from '../client/delivery-api.ts'
import type { Submit } from '../client/make-submit.ts'
import { useRead } from '../client/use-read.ts'
import { m } from '../messages/messages.ts'
import { placeName, provinceName } from '../page/place-name.ts'
import { type AddressDraft, addressErrors, addressOf, draftIn, type FieldName } from './address-form.ts'
import { byInput, errorMessages } from './address-messages.ts'
import { inputOf, languageOf, postcodeToFind, usePostcode } from './use-postcode.ts'

type AddressInputsOptions = {
  form: Submit
  initial: Partial<AddressDraft>
  /** Called with the values after each change. */
  onChanged: (draft: AddressDraft) => void
}

export type AddressInputsState = ReturnType<typeof useAddressInputs>

/** The behaviour of the fields of an address: fills them in from the postcode and from suggestions, and checks them. */
export function useAddressInputs({ form, initial, onChanged }: AddressInputsOptions) {
  const { place, districts, filled, update, noteFilled } = usePostcode(initial, form.clearField)
  const postcode = postcodeToFind(place)
  const found = useRead(postcode, (signal) => deliveryApi.delivery.places({ postcode }, { signal }))
  const isUnknown = postcode !== undefined && found.data?.places.length === 0

  /** Returns the address in a form; shows its errors and returns undefined if it has some. */
  async function check(element: HTMLFormElement): Promise<AddressInput | undefined> {
    const address = addressOf(draftIn(element))
    const errors = addressErrors(address)
    if (Object.keys(errors).length > 0) return void form.show(errorMessages(errors), element)
    if (await isUnknownPostcode(address))
      return void form.show({ zipcode: m.address_no_zipcode({ postcode: address.zipcode }) }, element)
    return address
  }

  /** Sends an address by `call`; names the refused fields by their inputs. */
  function send<R extends Awaited<ReturnType<Parameters<Submit['send']>[0]>>>(
    call: () => Promise<R>,
    element: HTMLFormElement,
  ) {
    return form.send(async () => {
      const reply = await call()
      return !reply.success && reply.fields ? { ...reply, fields: byInput(reply.fields) } : reply
    }, element)
  }

  function onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    update(currentTarget, (target as HTMLInputElement).name)
    onChanged(draftIn(currentTarget))
  }

  function choose(button: HTMLButtonElement, name: 'city' | 'label', value: string) {
    if (!button.form) return
    inputOf(button.form, name).value = value
    if (name === 'city') noteFilled({ city: value })
    form.clearField(name)
    onChanged(draftIn(button.form))
  }

  function choosePlace({ form: into }: HTMLButtonElement, chosen: Place) {
    if (!into) return
    const language = languageOf(draftIn(into))
    const values = {
      zipcode: chosen.postcode,
      state: provinceName(chosen, language),
      city: placeName(chosen, language),
    }
    noteFilled({ state: values.state, city: values.city })
    setValues(into, values)
    onChanged(draftIn(into))
    // The button is gone.
    inputOf(into, 'street').focus()
  }

  /** Puts values into the fields of a form that has them. */
  function setValues(into: HTMLFormElement, values: Partial<AddressDraft>) {
    for (const [name, value] of Object.entries(values)) {
      inputOf(into, name as FieldName).value = value
      form.clearField(name)
    }
    update(into, 'city')
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
    unknownPostcode: isUnknown ? m.address_no_zipcode({ postcode }) : undefined,
    check,
    send,
    onInput,
    choose,
    choosePlace,
    setValues,
  }
}

/** Returns whether the shop knows no place with the postcode of an address; false if it doesn't answer. */
async function isUnknownPostcode(address: AddressInput): Promise<boolean> {
  const postcode = postcodeToFind(address)
  if (postcode === undefined) return false
  const reply = await deliveryApi.delivery.places({ postcode }).catch(() => undefined)
  return reply?.success === true && reply.places.length === 0
}
