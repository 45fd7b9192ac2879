import { type FormEvent, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { AddressInput } from '../../contract/entities/address.ts'
import { chooseAddress } from '../cart/checkout-choice.ts'
import { api } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { useSubmit } from '../client/use-submit.ts'
import { withRetries } from '../client/with-retries.ts'
import { toast } from '../ui/toast.ts'
import { addressKey, dropAddressDraft, keepAddressDraft } from './address-draft.ts'
import type { AddressDraft } from './address-form.ts'
import { useAddressInputs } from './use-address-inputs.ts'

type AddressForm = {
  userId: string
  /** The saved address that is edited; undefined for a new one. */
  addressId: string | undefined
  initial: Partial<AddressDraft>
}

/** The behaviour of a shopper's address form: keeps a draft, and saves. */
export function useAddressForm({ userId, addressId, initial }: AddressForm) {
  const navigate = useNavigate()
  const form = useSubmit({ toasts: false })
  const isSignedIn = useSession().user !== null
  // The refusal that no user is signed in disappears after the login in the dialog over the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the session comes back
  useEffect(() => {
    if (isSignedIn) form.clear()
  }, [isSignedIn])
  const inputs = useAddressInputs({
    form,
    initial,
    onChanged: (draft) => keepAddressDraft({ userId, addressId }, draft),
  })

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const address = await inputs.check(element)
    if (!address) return
    const reply = await inputs.send(
      () =>
        addressId === undefined
          ? add(address)
          : withRetries(() => api.address.edit({ id: addressId, address, userId })),
      element,
    )
    if (!reply) return
    dropAddressDraft()
    chooseAddress(reply.address._id)
    toast.success(reply.message)
    navigate('/cart')
  }

  function add(address: AddressInput) {
    const headers = { 'idempotency-key': addressKey({ userId, addressId }, address) }
    return withRetries(() => api.address.add({ address, userId }, { headers }))
  }

  return { ...inputs, save }
}
