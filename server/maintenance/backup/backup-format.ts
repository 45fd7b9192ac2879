import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod'

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

export const label = 'talad backup'
/** The version of this format. A shop reads its own version and older ones. */
export const layout = 2

const migrationSchema = z.object({ name: z.string(), sha256: z.string() })
export const headSchema = z.object({
  format: z.literal(label),
  layout: z.int(),
  shop: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(migrationSchema),
})
const partSchema = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })
const picturesSchema = z.object({ count: z.int(), bytes: z.int(), sha256: z.string() })
export const manifestSchema = headSchema.extend({
  tables: z.array(partSchema.extend({ name: z.string(), columns: z.array(z.string()) })),
  jobs: partSchema,
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  pictures: picturesSchema,
  /** Absent in a backup of layout 1. */
  slips: picturesSchema.optional(),
})
export type BackupHead = Omit<z.infer<typeof headSchema>, 'format' | 'layout'>
export type Manifest = z.infer<typeof manifestSchema>
/** The folders of pictures: those of the shop, and those of bank slips. */
export type PictureFolder = 'pictures' | 'slips'

/** A backup can't be written or read. The message is for the owner. */
export class BackupError extends Error {}

export const headName = 'talad-backup.json'
export const manifestName = 'manifest.json'
/** Bytes of rows in one entry; a few of these are in memory at a time. */
export const chunkBytes = 4 * 1024 * 1024
/** The maximum size of an entry that is read into memory: the manifest, or a picture. */
export const maxWholeEntry = 64 * 1024 * 1024

/** The count, size and hash of one part. */
export class Tally {
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
