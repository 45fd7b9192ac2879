import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import * as z from 'zod'
import { isPictureName } from '../../contract/pictures.ts'

/*
 * The format of a backup: a tar archive, compressed with gzip, with these entries in this order:
 *
 *   talad-backup.json        the format's version, and the migrations of the database
 *   tables/<name>/<number>   rows in the text format of PostgreSQL's COPY, in chunks
 *   jobs/<number>            the jobs in the queue
 *   pictures/<name>          every picture
 *   slips/<name>             every picture of a bank slip
 *   manifest.json            counts and SHA-256 hashes of all entries
 *
 * The manifest comes last, so that hashes can be computed while writing, without holding entries in memory.
 */

const label = 'talad backup'
/** The version of this format. A shop reads its own version and older ones. */
const layout = 2

const migrationSchema = z.object({ name: z.string(), sha256: z.string() })
const headSchema = z.object({
  format: z.literal(label),
  layout: z.int(),
  shop: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(migrationSchema),
})
const partSchema = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })
const picturesSchema = z.object({ count: z.int(), bytes: z.int(), sha256: z.string() })
const manifestSchema = headSchema.extend({
  tables: z.array(partSchema.extend({ name: z.string(), columns: z.array(z.string()) })),
  jobs: partSchema,
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  pictures: picturesSchema,
  /** Absent in a backup of layout 1. */
  slips: picturesSchema.optional(),
})
export type BackupHead = Omit<z.infer<typeof headSchema>, 'format' | 'layout'>
export type Manifest = z.infer<typeof manifestSchema>

/** A backup can't be written or read. The message is for the owner. */
export class BackupError extends Error {}

const headName = 'talad-backup.json'
const manifestName = 'manifest.json'
/** Bytes of rows in one entry; a few of these are in memory at a time. */
const chunkBytes = 4 * 1024 * 1024
/** The maximum size of an entry that is read into memory: the manifest, or a picture. */
const maxWholeEntry = 64 * 1024 * 1024

const lineBreak = 0x0a

/** The count, size and hash of one part. */
class Tally {
  bytes = 0
  /** Pictures added. */
  count = 0
  readonly #hash: Hash = createHash('sha256')

  add(bytes: Buffer | string): void {
    this.#hash.update(bytes)
    this.bytes += Buffer.byteLength(bytes)
  }

  /** Adds a picture: its name is hashed as well as its bytes. */
  addNamed(name: string, content: Buffer): void {
    this.#hash.update(`${name}\0${content.length}\0`).update(content)
    this.bytes += content.length
    this.count += 1
  }

  /** Returns what the manifest says of pictures. */
  ofPictures() {
    return { count: this.count, bytes: this.bytes, sha256: this.sha256 }
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex')
  }
}

// --- Writing -------------------------------------------------------------------------------------------------------

export type BackupWriter = {
  /** Adds rows in the text format of COPY: each ends with a line break, and contains no other. */
  table(name: string, columns: string[], rows: AsyncIterable<Buffer>): Promise<void>
  jobs(rows: AsyncIterable<Buffer>): Promise<void>
  picture(name: string, bytes: Buffer): Promise<void>
  /** Adds the picture of a slip. */
  slip(name: string, bytes: Buffer): Promise<void>
}

/**
 * Writes a backup. It is written to a temporary file in the same folder, readable by its owner only, which is renamed once
 * it is complete and flushed to disk, and deleted if `work` fails. Never replaces a file.
 */
export async function writeBackup(
  file: string,
  head: BackupHead,
  work: (writer: BackupWriter) => Promise<Pick<Manifest, 'sequences'>>,
): Promise<Manifest> {
  const draft = `${file}.${process.pid}.partial`
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 3 }), createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
  // An error such as a full disk also rejects the write of the next entry.
  let broken: unknown
  const breaking = new Promise<never>((_resolve, reject) => {
    written.catch((error) => {
      broken = error
      reject(error)
    })
  })
  breaking.catch(() => {})

  const entry = async (name: string, bytes: Buffer) => {
    if (broken) throw broken
    const taken = new Promise<void>((resolve, reject) => {
      archive
        .entry({ name, size: bytes.length, mode: 0o600, mtime: new Date(head.takenAt) }, (error) =>
          error ? reject(error) : resolve(),
        )
        .end(bytes)
    })
    await Promise.race([taken, breaking])
  }
  const inChunks = async (folder: string, rows: AsyncIterable<Buffer>) => {
    const tally = new Tally()
    // Counted here: PostgreSQL sends the number only after the last row, when the stream may have ended already.
    let count = 0
    let chunks = 0
    let waiting: Buffer[] = []
    let size = 0
    const flush = async () => {
      chunks += 1
      const chunk = Buffer.concat(waiting)
      waiting = []
      size = 0
      await entry(`${folder}/${String(chunks).padStart(6, '0')}`, chunk)
    }
    for await (const bytes of rows) {
      tally.add(bytes)
      for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, at + 1)) count += 1
      waiting.push(bytes)
      size += bytes.length
      if (size >= chunkBytes) await flush()
    }
    if (size > 0) await flush()
    return { rows: count, bytes: tally.bytes, sha256: tally.sha256 }
  }

  const tables: Manifest['tables'] = []
  const [pictures, slips] = [new Tally(), new Tally()]
  let jobs: Manifest['jobs'] = { rows: 0, bytes: 0, sha256: new Tally().sha256 }
  try {
    const full = { format: label, layout, ...head } as const
    await entry(headName, json(full))
    const { sequences } = await work({
      async table(name, columns, rows) {
        tables.push({ name, columns, ...(await inChunks(`tables/${name}`, rows)) })
      },
      async jobs(rows) {
        jobs = await inChunks('jobs', rows)
      },
      async picture(name, bytes) {
        pictures.addNamed(name, bytes)
        await entry(`pictures/${name}`, bytes)
      },
      async slip(name, bytes) {
        slips.addNamed(name, bytes)
        await entry(`slips/${name}`, bytes)
      },
    })
    const ofPictures = { pictures: pictures.ofPictures(), slips: slips.ofPictures() }
    const manifest: Manifest = { ...full, tables, jobs, sequences, ...ofPictures }
    await entry(manifestName, json(manifest))
    archive.finalize()
    await written
    await onDisk(draft)
    await renameWithoutReplacing(draft, file)
    return manifest
  } catch (error) {
    archive.destroy()
    await written.catch(() => {})
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Renames a complete file. Throws EEXIST if the name exists, and never replaces a file. */
export async function renameWithoutReplacing(draft: string, file: string, makeLink = link): Promise<void> {
  try {
    // Unlike a rename, a link never replaces a file.
    await makeLink(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Memory sticks and some network drives have no links: an empty file reserves the name first.
    await (await open(file, 'wx')).close()
    await rename(draft, file).catch(async (failure) => {
      await rm(file, { force: true })
      throw failure
    })
  }
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

async function onDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// --- Reading -------------------------------------------------------------------------------------------------------

/** Callbacks for the parts of a backup, called in their order. */
export type BackupReader = {
  head?(head: BackupHead): Promise<void> | void
  table?(name: string, rows: AsyncIterable<Buffer>): Promise<void>
  jobs?(rows: AsyncIterable<Buffer>): Promise<void>
  picture?(name: string, bytes: Buffer): Promise<void>
  slip?(name: string, bytes: Buffer): Promise<void>
}

type Entry = { name: string; size: number; content: AsyncIterable<Buffer> }

/**
 * Reads a whole backup, checks everything against its manifest, and returns the manifest. Throws {@link BackupError} for a
 * file that is no backup, is damaged or truncated, or has the format of a newer version.
 */
export async function readBackup(file: string, reader: BackupReader = {}): Promise<Manifest> {
  const tables = new Map<string, Tally>()
  const jobs = new Tally()
  const [pictures, slips] = [new Tally(), new Tally()]
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
      } else if (folder === 'pictures' && isPictureName(name)) {
        const bytes = await whole(entry)
        pictures.addNamed(name, bytes)
        await reader.picture?.(name, bytes)
        await entries.next()
      } else if (folder === 'slips' && isPictureName(name)) {
        const bytes = await whole(entry)
        slips.addNamed(name, bytes)
        await reader.slip?.(name, bytes)
        await entries.next()
      } else throw damaged(file)
    }
  } finally {
    await entries.close()
  }
  if (!head) throw notOurs(file)
  if (!manifest) throw damaged(file)

  const same = (part: { bytes: number; sha256: string }, tally: Tally) =>
    part.bytes === tally.bytes && part.sha256 === tally.sha256
  const samePictures = (part: Manifest['slips'], tally: Tally) =>
    part === undefined ? tally.count === 0 : part.count === tally.count && same(part, tally)
  const named = new Set(manifest.tables.map((table) => table.name))
  if (
    [...tables.keys()].some((name) => !named.has(name)) ||
    manifest.tables.some((table) => !same(table, tables.get(table.name) ?? new Tally())) ||
    !same(manifest.jobs, jobs) ||
    !samePictures(manifest.pictures, pictures) ||
    !samePictures(manifest.slips, slips) ||
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

const notOurs = (file: string) => new BackupError(`${file} is not a backup of this shop.`)
const damaged = (file: string) => new BackupError(`${file} is damaged or cut off. Nothing of it was used.`)
export const newer = (file: string) =>
  new BackupError(`${file} was made by a newer version of the shop. Update the shop, then restore.`)

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
