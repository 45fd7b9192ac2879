import { sql } from 'kysely'
import { orderAddressFields } from '../../contract/delivery/address-fields.ts'
import type { Db, Tx } from '../database/database.ts'
import { erasedEmail } from '../domain/erased-email.ts'
import { statusIsFinal } from '../domain/order-conditions.ts'

/*
 * The data of one shopper, in the tables of accounts, addresses, cart and orders: the queries of erase-shopper.ts.
 */

/**
 * Returns the id of the shopper with an e-mail address in lower case, and locks the account; undefined if there is
 * none.
 */
export async function lockShopperByEmail(tx: Tx, email: string): Promise<string | undefined> {
  const shopper = await tx.selectFrom('shopper').select('id').where('email', '=', email).forUpdate().executeTakeFirst()
  return shopper?.id
}

/** Returns the numbers of a shopper's orders that are under way, or for which the shop or the shopper owes money. */
export async function unfinishedOrders(tx: Tx, shopperId: string): Promise<number[]> {
  const orders = await tx
    .selectFrom('shopOrder')
    .select('number')
    .where('shopperId', '=', shopperId)
    .where(({ eb, or }) => or([sql<boolean>`not ${statusIsFinal}`, eb('balanceCents', '<>', 0)]))
    .orderBy('number')
    .execute()
  return orders.map(({ number }) => number)
}

type PersonalField = Exclude<(typeof orderAddressFields)[number], 'city' | 'state' | 'zipcode' | 'country'>

/** The fields of an address that name the receiver or the house, and what orders have instead. */
const erasedFields: Record<PersonalField, string> = { firstName: '—', lastName: '', street: '—', phone: '', note: '' }
const personalFields = Object.keys(erasedFields)
/** All fields of the entries of corrected addresses. */
const correctedFields = sql`${[...orderAddressFields, 'zone']}::text[]`

/**
 * Returns account, addresses, cart, sessions and orders of a shopper as one JSON value: orders with corrections of
 * their addresses, slips, refunds, payouts, who took the goods and the buyers of their documents. Undefined if there is
 * no such account.
 */
export async function findShopperData(db: Db, email: string): Promise<object | undefined> {
  const { rows } = await sql<{ data: object }>`
    select jsonb_build_object(
      'account', jsonb_build_object('email', email, 'name', name, 'language', language, 'since', created_at),
      'addresses', (
        select coalesce(jsonb_agg(to_jsonb(address) - 'id' - 'shopper_id' - 'idempotency_key' order by id), '[]')
        from address where shopper_id = shopper.id),
      'cart', (select items from cart where shopper_id = shopper.id),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object('since', created_at, 'until', expires_at) order by id), '[]')
        from shopper_session where shopper_id = shopper.id),
      'orders', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', number, 'at', created_at, 'status', status, 'paymentType', payment_type, 'cents', amount_cents,
          'address', address, 'email', email,
          'addressCorrections', coalesce(corrections, '[]'),
          'lines', (
            select jsonb_agg(jsonb_build_object('name', product->>'name', 'quantity', quantity, 'cents', offer_price_cents)
                    order by position)
            from order_line where order_id = shop_order.id),
          'slips', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'at', created_at, 'state', state, 'bank', bank, 'reference', reference, 'reason', reason, 'picture', picture)
              order by slip.id), '[]')
            from slip where order_id = shop_order.id),
          'refunds', (
            select coalesce(jsonb_agg(jsonb_build_object('at', at, 'cents', cents, 'reason', reason) order by refund.id), '[]')
            from refund where order_id = shop_order.id),
          'payouts', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'at', at, 'cents', cents, 'method', method, 'reference', reference) order by money_movement.id), '[]')
            from money_movement where order_id = shop_order.id and kind = 'paid out'),
          'receivedBy', (
            select coalesce(jsonb_agg(received_by order by taken_at), '[]')
            from delivery_assignment where order_id = shop_order.id and outcome = 'delivered' and received_by is not null),
          'documents', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'kind', kind, 'year', year, 'number', number, 'buyer', content->'buyer') order by created_at), '[]')
            from document where order_id = shop_order.id)) order by number), '[]')
        from shop_order
        left join lateral (
          select jsonb_agg(jsonb_build_object('at', at, 'before', before, 'after', after) order by audit_entry.id) as corrections
          from audit_entry
          where kind = 'order' and subject_id = shop_order.id::text and (before || after) ?| ${correctedFields}
            and exists (select from order_address_correction where order_id = shop_order.id)
        ) as corrected on true
        where shopper_id = shopper.id)
    ) as data
    from shopper where email = ${email}`.execute(db)
  return rows[0]?.data
}

/**
 * Deletes an account except for its row, which orders refer to: the row gets an address that can't be registered. A
 * window that the account holds is released when the hold expires.
 */
export async function emptyAccount(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  await sql`delete from rate_limit_counter where ${email} = any(string_to_array(key, ':'))`.execute(tx)
  await tx.deleteFrom('oneTimeCode').where('email', '=', email).where('purpose', '<>', 'seller-reset').execute()
  for (const table of ['shopperSession', 'shopperCredential', 'shopperKnownBrowser', 'cart', 'address'] as const)
    await tx.deleteFrom(table).where('shopperId', '=', id).execute()
  await tx
    .updateTable('shopper')
    .set({ email: erasedEmail(id), name: '—', emailVerified: false })
    .where('id', '=', id)
    .execute()
}

/**
 * Removes the receiver and the street from a shopper's orders; the district and postcode stay. Returns how many there
 * are.
 */
export async function anonymizeOrders(tx: Tx, shopperId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('shopOrder')
    .set({
      email: null,
      address: sql`(address || ${JSON.stringify(erasedFields)}::jsonb) - 'note'`,
    })
    .where('shopperId', '=', shopperId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Removes who took the goods of a shopper's orders, also from the audit log, and from the log the receivers and streets
 * that corrected addresses had.
 */
export async function forgetReceivers(tx: Tx, shopperId: string): Promise<void> {
  const forgotten = sql`${['received_by', ...personalFields]}::text[]`
  await sql`
    with mine as (select id from shop_order where shopper_id = ${shopperId}),
    forgotten as (
      update delivery_assignment set received_by = null where order_id in (select id from mine) and received_by is not null
    )
    update audit_entry set before = before - ${forgotten}, after = after - ${forgotten},
      words = lower(concat_ws(' ', subject, made_by, subject_id, (before - ${forgotten})::text, (after - ${forgotten})::text))
    where kind = 'order' and subject_id in (select id::text from mine) and (before || after) ?| ${forgotten}`.execute(
    tx,
  )
}
