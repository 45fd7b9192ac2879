import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { correctedAddress, OrderAddress } from '../../../contract/entities/address.ts'
import { mayCorrectAddress } from '../../../contract/orders/order-actions.ts'
import { statusNames } from '../../../contract/orders/order-status.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { addressRowOf, orderAddressOf } from '../../addresses/address-to-wire.ts'
import { isId } from '../../common/ids.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { findZone } from '../../delivery/zones/find-zone.ts'
import { namesOf } from '../../domain/name-in.ts'
import { queueAddressMail } from '../../mail/queue-mail.ts'
import { lockOrder } from '../queries.ts'
import { getAddressOfOrder, type OrderZone, setAddressOfOrder } from './address-queries.ts'

export type AddressCorrection = {
  id: string
  address: z.infer<typeof correctedAddress>
  /** The version of the address that the seller saw. */
  seen: number
  /** Whether the seller was told that the address is in another zone, or in none. */
  elsewhere?: boolean
  /** The seller's e-mail, shown in the order's history. */
  by: string
}

type CountryShop = Pick<ShopConfig, 'country'>

/**
 * Corrects where an order goes: its receiver, address, phone and note for the rider, until it is delivered or
 * cancelled. What the order costs, its delivery time and the shopper's saved addresses stay. If the correction moves
 * the address to another zone, the order is in that zone from then on; if no zone has the address, it stays in its own.
 * The shopper gets a mail. The same correction again changes nothing.
 *
 * Throws `order_unknown`, also for an order that awaits payment, `address_final`, `address_corrected` if the address
 * was corrected since the seller saw it, and unless `elsewhere`, `address_elsewhere` for another zone and
 * `address_outside` for none.
 */
export async function correctAddress(
  db: Db,
  shop: CountryShop,
  { id, address: input, seen, elsewhere = false, by }: AddressCorrection,
): Promise<void> {
  refuseUnless(isId(id), 'order_unknown')
  const address = orderAddressOf(addressRowOf(input))
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    refuseUnless(order?.listed, 'order_unknown')
    refuseUnless(mayCorrectAddress(order.status), 'address_final', { values: { status: statusNames[order.status] } })
    const before = await getAddressOfOrder(tx, id)
    // A repeated request, whose reply was lost, finds its own correction.
    if (isDeepStrictEqual(before.address, address)) return
    refuseUnless(before.version === seen, 'address_corrected')
    const zone = await zoneAfter(tx, shop, { ...before, after: address, elsewhere })
    await setAddressOfOrder(tx, id, { address, zone, by })
    await queueAddressMail(tx, id)
  })
}

type ZoneChange = { address: OrderAddress; zone: OrderZone | null; after: OrderAddress; elsewhere: boolean }

/**
 * Returns the zone to which a correction moves an order; undefined if the order stays in its own. An owner's changes of
 * the zones since the order was placed move nothing.
 */
async function zoneAfter(
  tx: Tx,
  shop: CountryShop,
  { address, zone, after, elsewhere }: ZoneChange,
): Promise<OrderZone | undefined> {
  if (!zone) return undefined
  const [earlier, found] = [await findZone(tx, shop, { address }), await findZone(tx, shop, { address: after })]
  if (found === 'no zones' || earlier === 'no zones') return undefined
  if (found?.id === earlier?.id || found?.id === zone.id) return undefined
  const from = namesOf(zone)
  if (!found) return elsewhere ? undefined : refuse('address_outside', { values: { from } })
  refuseUnless(elsewhere, 'address_elsewhere', { values: { from, to: namesOf(found) } })
  const { id, name, nameTh, rideMinutes } = found
  return { id, name, nameTh, rideMinutes }
}
