import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type * as z from 'zod'
import { isPictureName } from '../../../contract/catalog/pictures.ts'
import {
  BackupError,
  type BackupHead,
  headName,
  headSchema,
  label,
  layout,
  type Manifest,
  manifestName,
  manifestSchema,
  maxWholeEntry,
  type PictureFolder,
  Tally,
} from './backup-format.ts'

/** Callbacks for the parts of a backup, called in their order. */
export type BackupReader = {
  head?(head: BackupHead): Promise<void> | void
  table?(name: string, rows: AsyncIterable<Buffer>): Promise<void>
  jobs?(rows: AsyncIterable<Buffer>): Promise<void>
  picture?(folder: PictureFolder, name: string, bytes: Buffer): Promise<void>
}

type Entry = { name: string; size: number; content: AsyncIterable<Buffer> }

/**
 * Reads a whole backup, checks everything against its manifest, and returns the manifest. Throws {@link BackupError}
 * for a file that is no backup, is damaged or truncated, or has the format of a newer version.
 */
export async function readBackup(file: string, reader: BackupReader = {}): Promise<Manifest> {
  const tables = new Map<string, Tally>()
  const jobs = new Tally()
  const folders = { pictures: new Tally(), slips: new Tally() }
  let head: z.infer<typeof headSchema> | undefined
  let manifest: Manifest | undefined

  const entries = new Peekable(entriesOf(file))
  try {
    for (let entry = await entries.peek(); entry; entry = await entries.peek()) {
      const [folder = '', name = ''] = entry.name.split('/')
      if (!head) {
        if (entry.name !== headName) throw notOurs(file)
        head = headOf(await whole(entry), file)
        await reader.head?.(head)
        await entries.next()
      } else if (manifest) throw damaged(file)
      else if (entry.name === manifestName) {
        manifest = manifestSchema.safeParse(parsed(await whole(entry))).data
        if (!manifest) throw damaged(file)
        await entries.next()
      } else if (folder === 'tables' && !tables.has(name)) {
        const tally = new Tally()
        tables.set(name, tally)
        const rows = chunksOf(entries, `tables/${name}/`, tally)
        if (reader.table) await reader.table(name, rows)
        for await (const _rest of rows);
      } else if (folder === 'jobs' && jobs.bytes === 0) {
        const rows = chunksOf(entries, 'jobs/', jobs)
        if (reader.jobs) await reader.jobs(rows)
        for await (const _rest of rows);
      } else if ((folder === 'pictures' || folder === 'slips') && isPictureName(name)) {
        const bytes = await whole(entry)
        folders[folder].addNamed(name, bytes)
        await reader.picture?.(folder, name, bytes)
        await entries.next()
      } else throw damaged(file)
    }
  } finally {
    await entries.close()
  }
  if (!head) throw notOurs(file)
  if (!manifest) throw damaged(file)

  const isSame = (part: { bytes: number; sha256: string }, tally: Tally) =>
    part.bytes === tally.bytes && part.sha256 === tally.sha256
  const samePictures = (part: Manifest['slips'], tally: Tally) =>
    part === undefined ? tally.count === 0 : part.count === tally.count && isSame(part, tally)
  const named = new Set(manifest.tables.map((table) => table.name))
  if (
    [...tables.keys()].some((name) => !named.has(name)) ||
    manifest.tables.some((table) => !isSame(table, tables.get(table.name) ?? new Tally())) ||
    !isSame(manifest.jobs, jobs) ||
    !samePictures(manifest.pictures, folders.pictures) ||
    !samePictures(manifest.slips, folders.slips) ||
    JSON.stringify(manifest.migrations) !== JSON.stringify(head.migrations)
  )
    throw damaged(file)
  return manifest
}

function headOf(bytes: Buffer, file: string): z.infer<typeof headSchema> {
  const found = parsed(bytes) as { format?: unknown; layout?: unknown } | undefined
  if (found?.format !== label) throw notOurs(file)
  if (typeof found.layout === 'number' && found.layout > layout) throw newer(file)
  const head = headSchema.safeParse(found).data
  if (!head) throw damaged(file)
  return head
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Yields the chunks of one part; the entry that follows them isn't consumed. */
async function* chunksOf(entries: Peekable<Entry>, prefix: string, tally: Tally): AsyncGenerator<Buffer> {
  for (let entry = await entries.peek(); entry?.name.startsWith(prefix); entry = await entries.peek()) {
    for await (const bytes of entry.content) {
      tally.add(bytes)
      yield bytes
    }
    await entries.next()
  }
}

async function whole(entry: Entry): Promise<Buffer> {
  if (entry.size > maxWholeEntry) throw new BackupError(`${entry.name} is too large to be part of a backup.`)
  const parts: Buffer[] = []
  for await (const part of entry.content) parts.push(part)
  return Buffer.concat(parts)
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const archive = extract()
  const unpacked = createGunzip()
  const fed = pipeline(createReadStream(file), unpacked, archive)
  fed.catch(() => {})
  let entries = 0
  try {
    for await (const entry of archive) {
      entries += 1
      const { name, size = 0, type } = entry.header
      if (type !== 'file') throw damaged(file)
      yield { name, size, content: readable(entry as AsyncIterable<Buffer>, file) }
    }
    await fed
  } catch (error) {
    if (error instanceof BackupError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new BackupError(`${file} can't be read: ${(error as Error).message}`)
    // A file that isn't a compressed archive is no backup; one with an error after its first entry is damaged.
    throw entries === 0 ? notOurs(file) : damaged(file)
  } finally {
    archive.destroy()
    await fed.catch(() => {})
  }
}

/** Turns read errors into a BackupError, so that they aren't taken for errors of the database. */
async function* readable(content: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await chunks.next().catch(() => {
      throw damaged(file)
    })
    if (done) return
    yield value
  }
}

/** An iterator with a lookahead of one. */
class Peekable<T> {
  readonly #source: AsyncIterator<T>
  #ahead: Promise<IteratorResult<T>> | undefined

  constructor(source: AsyncIterator<T>) {
    this.#source = source
  }

  async peek(): Promise<T | undefined> {
    this.#ahead ??= this.#source.next()
    const { done, value } = await this.#ahead
    return done ? undefined : value
  }

  async next(): Promise<void> {
    await this.peek()
    this.#ahead = undefined
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }
}

const notOurs = (file: string) => new BackupError(`${file} is not a backup of this shop.`)
const damaged = (file: string) => new BackupError(`${file} is damaged or cut off. Nothing of it was used.`)
/** Returns the error of a backup that only a newer version of the shop can restore. */
export const newer = (file: string) =>
  new BackupError(`${file} was made by a newer version of the shop. Update the shop, then restore.`)
