import { type RawBuilder, sql } from 'kysely'

/** A named part of a statement: one of its `with` queries. */
export type StatementPart = { name: string; write: RawBuilder<unknown> }

/**
 * A condition that is always true, and that makes PostgreSQL run a part first. Parts that change rows run in no
 * documented order (PostgreSQL's manual, section 7.8.4), and statements that lock the same rows in different orders
 * deadlock.
 */
export const after = (part: Pick<StatementPart, 'name'> | undefined): RawBuilder<boolean> =>
  part === undefined ? sql<boolean>`true` : sql<boolean>`(select count(*) from ${sql.ref(part.name)}) is not null`
