import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../database/database.ts'

/** Every night. If the server was stopped then, the job runs at the next start. */
export const tidyWordsTimetable = '41 3 * * * tidy-words ?fill=1d'

/** The job `tidy-words`. */
export function wordTasks({ db }: { db: Db }): TaskList {
  return { 'tidy-words': async () => tidyWords(db) }
}

/**
 * Deletes words that no product of the catalogue contains any more, and duplicates, which concurrent inserts may add.
 * Reads every name, so it takes seconds for a million products; it holds no lock that writers wait for.
 */
export async function tidyWords(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // A product whose transaction is still open isn't visible here, but relies on the words that it found. So words are
    // marked first, and new products insert a marked word again; a day later no open transaction relies on it.
    await sql`
      with living as materialized (
        select distinct search_words(search_text) as word from product where archived_at is null
      ), removed as (
        delete from product_word
        where gone_at < now() - interval '1 day' and not exists (select from living where living.word = product_word.word)
      ), back as (
        update product_word set gone_at = null from living where living.word = product_word.word and gone_at is not null
      )
      update product_word set gone_at = now()
      where gone_at is null and not exists (select from living where living.word = product_word.word)`.execute(tx)
    await sql`
      delete from product_word as duplicate using product_word as original
      where duplicate.word = original.word and duplicate.gone_at is null and original.gone_at is null
        and duplicate.ctid > original.ctid`.execute(tx)
  })
}
