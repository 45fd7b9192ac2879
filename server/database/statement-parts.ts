import { type RawBuilder, sql } from 'kysely'
import { openStatuses } from '../../contract/orders/order-status.ts'

/** A named part of a statement: one of its `with` queries. */
export type StatementPart = { name: string; write: RawBuilder<unknown> }

/**
 * A condition that is always true, and that makes PostgreSQL run a part first. Parts that change rows run in no
 * documented order (PostgreSQL's manual, section 7.8.4), and statements that lock the same rows in different orders
 * deadlock.
 */
export const after = (part: Pick<StatementPart, 'name'> | undefined): RawBuilder<boolean> =>
  part === undefined ? sql<boolean>`true` : sql<boolean>`(select count(*) from ${sql.ref(part.name)}) is not null`

/**
 * The condition that an order is open. Written out, as the conditions of the partial indexes are: with parameters they
 * couldn't be used.
 */
export const statusIsOpen = sql<boolean>`status in (${sql.join(openStatuses.map((each) => sql.lit(each)))})`

/** The condition that a shopper has received an order. */
export const hasReceived = (shopperId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from shop_order where shopper_id = ${shopperId} and status = 'Delivered')`
