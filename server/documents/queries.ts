import { type RawBuilder, sql } from 'kysely'
import { type DocumentKind, documentName } from '../../contract/orders/documents.ts'
import type { PaymentMethod } from '../../contract/payments/payment-methods.ts'
import type { RefundedLine } from '../../contract/pricing/tax-parts.ts'
import { newId } from '../common/ids.ts'
import type { Db, Tx } from '../database/database.ts'
import { isSale } from '../domain/order-conditions.ts'
import type { Document, DocumentContent, OrderToDocument } from './content.ts'

type LockedOrder = OrderToDocument & { isSale: boolean; shopperId: string; now: Date }

/**
 * Locks an order until the end of the transaction; returns its sums and lines, whether it is paid and not cancelled,
 * and the time by the database's clock, which its documents have.
 */
export async function lockOrderToDocument(tx: Tx, orderId: string): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select number, shopper_id, amount_cents, shipping_cents, tax_cents, subtotal_cents, discount_cents, taxes,
      ${isSale} as is_sale, clock_timestamp() as now,
      (select json_agg(json_build_object(
         'productId', product_id, 'name', product->>'name', 'nameTh', product->>'nameTh',
         'size', product->>'Weight', 'quantity', quantity,
         'unitCents', offer_price_cents, 'discountCents', discount_cents, 'basisPoints', tax_basis_points)
         order by position)
       from order_line where order_id = shop_order.id) as lines
    from shop_order where id = ${orderId} for no key update`.execute(tx)
  return rows[0]
}

/**
 * Returns an order's current price, the time and method of its last payment, and the reason of its last change of
 * price, or `undone` if its delivery was undone after that.
 */
export async function moneyToDocument(tx: Tx, orderId: string): Promise<MoneyToDocument> {
  const { rows } = await sql<MoneyToDocument>`
    select coalesce(sum(cents) filter (where kind = 'cost'), 0)::bigint as cost,
      coalesce(sum(cents) filter (where kind = 'rounded'), 0)::bigint as rounded,
      (select max(at) from sale_entry where order_id = ${orderId} and kind = 'sale') as paid_at,
      (array_agg(method order by id desc) filter (where kind = 'received' and cents > 0))[1] as method,
      (array_agg(reason order by id desc) filter (where kind = 'cost' or reason = 'undone'))[1] as reason
    from money_movement where order_id = ${orderId}`.execute(tx)
  return rows[0] ?? { cost: 0, rounded: 0, paidAt: null, method: null, reason: null }
}

type MoneyToDocument = {
  cost: number
  /** The rounding of its cash. */
  rounded: number
  /** When it last became a sale; null if the reports don't have it. */
  paidAt: Date | null
  method: PaymentMethod | null
  reason: string | null
}

/** Returns whether an order has a document. */
export async function hasDocument(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from document where order_id = ${orderId}) as has`.execute(tx)
  return rows[0]?.has ?? false
}

/** A refund of pieces or of an amount without a credit note. */
export type RefundToDocument = {
  id: string
  cents: number
  lines: RefundedLine[] | null
  reason: string
}

/** Returns the refunds of an order that were made after a document and have no credit note, oldest first. */
export async function refundsSince(tx: Tx, orderId: string, documentId: string): Promise<RefundToDocument[]> {
  const { rows } = await sql<RefundToDocument>`
    select refund.id, refund.cents, refund.lines, refund.reason
    from refund join document as sale on sale.id = ${documentId} and refund.at > sale.created_at
    where refund.order_id = ${orderId} and not exists (select from document where refund_id = refund.id)
    order by refund.id`.execute(tx)
  return rows
}

/** Returns all refunds of an order, oldest first. */
export function refundsOf(tx: Tx, orderId: string): Promise<Omit<RefundToDocument, 'id'>[]> {
  return tx
    .selectFrom('refund')
    .select(['cents', 'reason', sql<RefundedLine[] | null>`lines`.as('lines')])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
}

/** Returns the documents of an order, oldest first. */
export async function documentsOfOrder(db: Db, orderId: string): Promise<Document[]> {
  return db
    .selectFrom('document')
    .select(['id', 'kind', 'year', 'number', sql<string>`day::text`.as('day'), 'refersTo', 'content'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('kind')
    .orderBy('number')
    .$castTo<Document>()
    .execute()
}

/**
 * Returns the id of an order's newest document, if there is one. With `shopperId`, only of that shopper's own order.
 */
export async function findNewestDocument(
  db: Db,
  { orderId, shopperId }: { orderId: string; shopperId: string | undefined },
): Promise<string | undefined> {
  let query = db.selectFrom('document').innerJoin('shopOrder', 'shopOrder.id', 'orderId').select('document.id')
  if (shopperId !== undefined) query = query.where('shopperId', '=', shopperId)
  const newest = query
    .where('orderId', '=', orderId)
    .orderBy('document.createdAt', 'desc')
    .orderBy('document.id', 'desc')
  return (await newest.limit(1).executeTakeFirst())?.id
}

/** A document with the shopper of its order, and the name of the full tax invoice that replaced it. */
export type FoundDocument = Document & { shopperId: string; replacedBy: string | null }

/** Returns a document, of any shopper; undefined if there is none with this id. */
export async function findDocument(db: Db, id: string): Promise<FoundDocument | undefined> {
  const { rows } = await sql<Document & { shopperId: string } & Newer>`
    select document.id, document.kind, document.year, document.number, document.day::text, document.refers_to,
      document.content, shopper_id, ${newerColumns}
    from document join shop_order on shop_order.id = document.order_id ${joinNewer}
    where document.id = ${id}`.execute(db)
  return rows[0] && withReplacedBy(rows[0])
}

/** The full tax invoice that replaced a document, as columns of a query that has `joinNewer`. */
type Newer = { replacedKind: DocumentKind | null; replacedYear: number; replacedNumber: number }
const newerColumns = sql`newer.kind as replaced_kind, newer.year as replaced_year, newer.number as replaced_number`
const joinNewer = sql`left join document as newer on newer.refers_to = document.id and newer.kind = 'tax invoice'`

function withReplacedBy<Row extends Newer>({ replacedKind: kind, replacedYear, replacedNumber, ...row }: Row) {
  const replacedBy = kind && documentName({ kind, year: replacedYear, number: replacedNumber })
  return { ...row, replacedBy }
}

/**
 * Inserts a document with the next number of its kind and year. Transactions of one kind wait for each other from here
 * to their end, so that a rollback leaves no gap. It is later than the order's other documents, also if its transaction
 * began before theirs and waited for them; and its day isn't before that of the number before it, also if that one was
 * made after midnight while this one waited. Returns its day.
 */
export async function insertDocument(
  tx: Tx,
  document: {
    kind: DocumentKind
    orderId: string
    day: string
    /** When it is issued; now if undefined. */
    at?: Date
    refersTo?: string
    /** The refund of a credit note. */
    refundId?: string
    content: DocumentContent
  },
): Promise<string> {
  const { kind, orderId, day, at, refersTo, refundId, content } = document
  const year = Number(day.slice(0, 4))
  const { rows } = await sql<{ day: string }>`
    with taken as (
      insert into document_series (kind, year, last, last_day) values (${kind}, ${year}, 1, ${day}::date)
      on conflict (kind, year) do update set
        last = document_series.last + 1, last_day = greatest(document_series.last_day, excluded.last_day)
      returning last, last_day
    )
    insert into document (id, kind, year, number, order_id, refers_to, refund_id, day, total_cents, content, created_at)
    select ${newId()}::uuid, ${kind}, ${year}::int, last, ${orderId}::uuid, ${refersTo ?? null}::uuid,
      ${refundId ?? null}::uuid, last_day,
      ${content.totalCents}::bigint, ${JSON.stringify(content)}::jsonb, coalesce(${at ?? null}::timestamptz, greatest(now(), (
        select max(created_at) + interval '1 microsecond' from document where order_id = ${orderId}::uuid)))
    from taken
    returning day::text`.execute(tx)
  return rows[0]?.day ?? day
}

/** Leaves out the next numbers of each kind of document in the newest year. */
export async function skipDocumentNumbers(tx: Tx, count: number): Promise<void> {
  await sql`
    update document_series set last = last + ${count}::int
    where year = (select max(year) from document_series)`.execute(tx)
}

/**
 * A document in the report of its month. Sums are in cents: the taxed value before tax, its tax, and the exempt value.
 */
export type ReportedDocument = Pick<Document, 'id' | 'kind' | 'year' | 'number' | 'day'> & {
  orderNumber: number
  /** The name of the document that this one replaces or credits. */
  refersTo: string | null
  /** The name of the full tax invoice that replaces this one, whose value is then zero. */
  replacedBy: string | null
  buyer: DocumentContent['buyer'] | null
  /** Whether its issuer was registered for VAT; without that, all of it is in `exempt`. */
  vatRegistered: boolean
  taxed: number
  tax: number
  exempt: number
}

type ReportPosition = Pick<Document, 'kind' | 'number' | 'day'>

/**
 * Returns a month's documents by day, kind and number: the first `limit` after a position, or from the beginning.
 * `month` is YYYY-MM.
 */
export async function documentsOfMonth(
  db: Db,
  month: string,
  { limit, after }: { limit: number; after?: ReportPosition },
): Promise<ReportedDocument[]> {
  const { rows } = await sql<Omit<ReportedDocument, 'replacedBy'> & Newer>`
    select document.id, document.kind, document.year, document.number, document.day::text,
      (document.content->>'orderNumber')::int as order_number, document.content->'refersTo'->>'name' as refers_to,
      document.content->'buyer' as buyer, (document.content->'issuer'->'vatRegistered')::boolean as vat_registered,
      document.taxed_cents as taxed, document.tax_cents as tax,
      document.exempt_cents as exempt, ${newerColumns}
    from document ${joinNewer}
    where ${isIn(month, sql.ref('document.day'))} and ${
      after
        ? sql`(document.day, document.kind, document.number) > (${after.day}::date, ${after.kind}, ${after.number}::int)`
        : sql`true`
    }
    order by document.day, document.kind, document.number limit ${limit}`.execute(db)
  return rows.map(withReplacedBy)
}

/** The sums of a month, in cents, and the number of their documents. */
export type MonthSums = { documents: number; taxed: number; tax: number; exempt: number }

/**
 * Returns the sums of all documents of a month. A credit note is negative; an abbreviated tax invoice that a full one
 * of the same month replaced is zero.
 */
export async function sumsOfMonth(db: Db, month: string): Promise<MonthSums> {
  const sums = sql`sum(taxed_cents) as taxed, sum(tax_cents) as tax, sum(exempt_cents) as exempt`
  const { rows } = await sql<MonthSums>`
    with part as (
      select kind = 'credit note' as is_less, count(*) as documents, ${sums}
      from document where ${isIn(month, sql.ref('day'))} group by is_less
      union all
      select true, 0, ${sums} from document
      where id in (select refers_to from document where kind = 'tax invoice' and ${isIn(month, sql.ref('day'))})
    )
    select coalesce(sum(documents), 0)::int as documents,
      coalesce(sum(case when is_less then -taxed else taxed end), 0)::bigint as taxed,
      coalesce(sum(case when is_less then -tax else tax end), 0)::bigint as tax,
      coalesce(sum(case when is_less then -exempt else exempt end), 0)::bigint as exempt
    from part`.execute(db)
  return rows[0] ?? { documents: 0, taxed: 0, tax: 0, exempt: 0 }
}

/** Orders that were paid while documents were switched off, and their current price, in cents. */
export type UndocumentedOrders = { orders: number; cents: number }

/** Returns the orders that were paid in a month, still are, and have no document of that payment. */
export async function undocumentedOfMonth(db: Db, month: string): Promise<UndocumentedOrders> {
  const { rows } = await sql<UndocumentedOrders>`
    select count(*)::int as orders, coalesce(sum(amount_cents - reduction_cents), 0)::bigint as cents
    from shop_order
    where ${isSale} and amount_cents > reduction_cents and id in (
      select order_id from sale_entry
      where kind = 'sale' and ${isIn(month, sql.ref('day'))} and not exists (
        select from document
        where order_id = sale_entry.order_id and kind <> 'credit note' and created_at >= sale_entry.at))`.execute(db)
  return rows[0] ?? { orders: 0, cents: 0 }
}

const isIn = (month: string, day: RawBuilder<unknown>) =>
  sql`${day} >= ${`${month}-01`}::date and ${day} < ${`${month}-01`}::date + interval '1 month'`
