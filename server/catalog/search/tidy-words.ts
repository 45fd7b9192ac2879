import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../database/database.ts'

/** Every night. A shop that was closed then makes up for it when it opens. */
export const tidyWordsTimetable = '41 3 * * * tidy-words ?fill=1d'

/** The job `tidy-words`. */
export function wordTasks({ db }: { db: Db }): TaskList {
  return { 'tidy-words': async () => tidyWords(db) }
}

/**
 * Removes words from the table of words that no product of the catalogue has any more, and doubles, which two writers at
 * once may add. Reads every name, so it takes seconds where there are a million; it locks nothing that a writer waits for.
 */
export async function tidyWords(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // A product that is just being added relies on the words that it found, and isn't seen here yet. So a word is first
    // marked: from then on a new product adds it anew. What was marked a day ago, nobody relies on.
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
      delete from product_word as double using product_word as kept
      where double.word = kept.word and double.gone_at is null and kept.gone_at is null and double.ctid > kept.ctid`.execute(
      tx,
    )
  })
}
