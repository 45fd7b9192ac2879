import { Refusal } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { ownsStore } from './owns-store.ts'
import type { PictureStore } from './store.ts'

/* Pictures that only some people may see: each belongs to one row of the database, and goes before that row. */

/** Milliseconds after which a picture without a row isn't on its way to one any more. */
const minAge = 3600_000
/** Pictures that are looked up in one query. */
const batchSize = 1000

/**
 * Stores a picture, then runs what inserts its row. If that is refused, deletes the picture again; after a crash in
 * between {@link tidyPrivatePictures} does.
 */
export async function withStoredPicture<T>(
  store: PictureStore,
  { name, bytes }: { name: string; bytes: Buffer },
  insert: () => Promise<T>,
): Promise<T> {
  await store.put(name, bytes)
  try {
    return await insert()
  } catch (failure) {
    // After any other error the row may be there nevertheless: the connection may have broken while it was committed.
    if (failure instanceof Refusal) await store.removeOlder(name, new Date(Date.now() + 60_000)).catch(() => {})
    throw failure
  }
}

/** What {@link tidyPrivatePictures} reads and writes of the rows. */
type Rows = {
  /** Returns pictures whose time is over. */
  old: (limit: number) => Promise<string[]>
  /** Records that a picture was deleted. */
  forget: (picture: string) => Promise<void>
  /** Returns which of these pictures belong to a row. */
  among: (pictures: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Deletes the pictures whose time is over, and those without a row: a process was killed after it stored one. */
export async function tidyPrivatePictures(db: Db, store: PictureStore, { old, forget, among }: Rows): Promise<void> {
  // A store of another shop has pictures of whose rows this database doesn't know.
  if (!(await ownsStore(db, store))) return
  const now = Date.now()
  const moment = new Date(now - minAge)
  await store.removeUnfinished(moment)
  for (;;) {
    const pictures = await old(batchSize)
    for (const picture of pictures) {
      // The file first: after a crash in between it is looked for once more.
      await store.removeOlder(picture, new Date(now + minAge))
      await forget(picture)
    }
    if (pictures.length < batchSize) break
  }
  let names: string[] = []
  const removeUnused = async () => {
    const used = await among(names)
    for (const name of names) if (!used.has(name)) await store.removeOlder(name, moment)
    names = []
  }
  for await (const name of store.list()) if (names.push(name) >= batchSize) await removeUnused()
  await removeUnused()
}
