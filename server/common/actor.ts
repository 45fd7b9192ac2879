import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Who changes the database, for the audit log: the e-mail address of the member of staff whose request is being
 * handled. The database's connections take it over (database/kysely-pool.ts), and its triggers write it with each
 * change.
 */
const actors = new AsyncLocalStorage<string>()

/** Runs `work`, and what it awaits, as changes by this actor. */
export const actAs = <T>(actor: string, work: () => T): T => actors.run(actor, work)

/** Returns the actor of the running request; undefined outside a staff request. */
export const currentActor = (): string | undefined => actors.getStore()
