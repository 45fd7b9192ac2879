import { sql } from 'kysely'
import type { OrderAddress } from '../../../contract/entities/address.ts'
import type { Tx } from '../../database/database.ts'

/** A zone as an order keeps it. */
export type OrderZone = { id: string; name: string; nameTh: string | null; rideMinutes: number }

type AddressOfOrder = { address: OrderAddress; version: number; zone: OrderZone | null }

/** Returns where an order goes. The caller has locked the order, and so knows that there is one. */
export function getAddressOfOrder(tx: Tx, orderId: string): Promise<AddressOfOrder> {
  return tx
    .selectFrom('shopOrder')
    .select(['address', 'addressVersion as version', 'deliveryZone as zone'])
    .where('id', '=', orderId)
    .$narrowType<AddressOfOrder>()
    .executeTakeFirstOrThrow()
}

/**
 * Replaces the address of an order, and its zone if there is a new one, and records by whom: the seller's e-mail. The
 * caller has locked the order.
 */
export async function setAddressOfOrder(
  tx: Tx,
  orderId: string,
  { address, zone, by }: { address: OrderAddress; zone: OrderZone | undefined; by: string },
): Promise<void> {
  await tx.insertInto('orderAddressCorrection').values({ orderId, correctedBy: by }).execute()
  await tx
    .updateTable('shopOrder')
    .set({
      address: JSON.stringify(address),
      ...(zone && { deliveryZone: JSON.stringify(zone) }),
      addressVersion: sql<number>`address_version + 1`,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', orderId)
    .execute()
}
