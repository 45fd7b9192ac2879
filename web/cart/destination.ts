import type { Address } from '../../contract/entities/address.ts'
import type { Place } from '../../contract/entities/delivery.ts'
import { browserStorage } from '../client/browser-storage.ts'
import { onSessionChecked } from '../client/session.ts'
import { makeStore } from '../store.ts'

/*
 * The destination of the next order, in a shop with delivery zones. A visitor chooses a place; a shopper an
 * address, which takes precedence over the place. This browser remembers both; an address, which contains a name, until
 * its account is signed out.
 */

/** The part of an address that decides on delivery, with its label. */
type ChosenAddress = Pick<Address, '_id' | 'userId' | 'street' | 'city' | 'zipcode'> & { label: string }
export type ChosenDestination = { place?: Place; address?: ChosenAddress }

const key = 'talad.place'
const destination = makeStore<ChosenDestination>({})

/** Returns the destination of the next order; empty if it isn't known yet. */
export const useDestination = destination.use

/** Makes a place the destination, instead of an address. */
export function deliverToPlace(place: Place): void {
  change({ place })
}

/** Makes an address the destination; `label` is its name on the screens. */
export function deliverToAddress({ _id, userId, street, city, zipcode }: Address, label: string): void {
  const { place, address: before } = destination.get()
  const address = { _id, userId, street, city, zipcode, label }
  if (JSON.stringify(before) === JSON.stringify(address)) return
  change({ ...(place && { place }), address })
}

function change(next: ChosenDestination): void {
  destination.set(next)
  browserStorage.write(key, JSON.stringify(next))
}

/** Restores the remembered destination. It is only a label and a query; the server decides. */
function restore(): void {
  const stored = browserStorage.readJson(key) as Partial<ChosenDestination> | null | undefined
  const { place, address } = stored ?? {}
  destination.set({
    ...(typeof place?.subdistrict === 'string' && { place }),
    ...(typeof address?.userId === 'string' && { address }),
  })
}

onSessionChecked(({ status, user }) => {
  const { place, address } = destination.get()
  if (status === 'unanswered' || !address || address.userId === user?._id) return
  change(place ? { place } : {})
})

if (typeof window !== 'undefined') restore()
