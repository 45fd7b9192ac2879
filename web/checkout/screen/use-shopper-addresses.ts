import { useEffect } from 'react'
import type { Address } from '../../../contract/entities/address.ts'
import { shortAddress } from '../../addresses/address-lines.ts'
import { useCheckoutChoice } from '../../cart/checkout-choice.ts'
import { deliverToAddress, useDestination } from '../../cart/destination.ts'
import { api } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { type ReadHandle, useRead } from '../../client/use-read.ts'
import { shop } from '../../shop.ts'

/** The shopper's saved addresses, and the one of the next order. */
export type ShopperAddresses = {
  addresses: ReadHandle<{ success: true; addresses: Address[] }>
  address: Address | undefined
}

/**
 * Reads the shopper's addresses, if `isRead`. The address of the next order becomes the destination, which decides on
 * the fee.
 */
export function useShopperAddresses(isRead: boolean): ShopperAddresses {
  const { user } = useSession()
  const { addressId } = useCheckoutChoice()
  const addresses = useRead(isRead ? user?._id : undefined, (signal) =>
    api.address.get({ userId: user?._id }, { signal }),
  )
  const address = chosenAddress(addresses.data?.addresses, addressId)
  const destination = useDestination()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place that was chosen meanwhile doesn't count either
  useEffect(() => {
    if (shop.hasZones && address) deliverToAddress(address, shortAddress(address))
  }, [address, destination])
  return { addresses, address }
}

/** Returns the address of the next order: the chosen one, or else the first. */
export function chosenAddress(list: readonly Address[] | undefined, id: string | undefined): Address | undefined {
  return list?.find(({ _id }) => _id === id) ?? list?.[0]
}
