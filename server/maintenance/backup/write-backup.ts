import { createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import {
  type BackupHead,
  chunkBytes,
  headName,
  label,
  layout,
  type Manifest,
  manifestName,
  type PictureFolder,
  Tally,
} from './backup-format.ts'

const lineBreak = 0x0a

export type BackupWriter = {
  /** Adds rows in the text format of COPY: each ends with a line break, and contains no other. */
  table(name: string, columns: string[], rows: AsyncIterable<Buffer>): Promise<void>
  jobs(rows: AsyncIterable<Buffer>): Promise<void>
  picture(folder: PictureFolder, name: string, bytes: Buffer): Promise<void>
}

/**
 * Writes a backup. It is written to a temporary file in the same folder, readable by its owner only, which is renamed
 * once it is complete and flushed to disk, and deleted if `work` fails. Never replaces a file.
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
      for (let index = bytes.indexOf(lineBreak); index !== -1; index = bytes.indexOf(lineBreak, index + 1)) count += 1
      waiting.push(bytes)
      size += bytes.length
      if (size >= chunkBytes) await flush()
    }
    if (size > 0) await flush()
    return { rows: count, bytes: tally.bytes, sha256: tally.sha256 }
  }

  const tables: Manifest['tables'] = []
  const folders = { pictures: new Tally(), slips: new Tally() }
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
      async picture(folder, name, bytes) {
        folders[folder].addNamed(name, bytes)
        await entry(`${folder}/${name}`, bytes)
      },
    })
    const ofPictures = { pictures: folders.pictures.ofPictures(), slips: folders.slips.ofPictures() }
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
