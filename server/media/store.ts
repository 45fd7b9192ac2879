import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { isPictureName } from '../../contract/pictures.ts'

/** Where pictures are kept, by name. A name says what is in the file, so a file is never changed. */
export interface PictureStore {
  /** Keeps the bytes for good before it returns. Keeping the same name again changes nothing but its age. */
  put(name: string, bytes: Buffer): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
  /** The names of all pictures, in no particular order, found as they are asked for. */
  list(): AsyncIterable<string>
  /** Removes a picture that was last put before the given moment. Gives whether it did. */
  removeOlder(name: string, moment: Date): Promise<boolean>
  /** Removes what writers who were killed before the given moment left half written. Gives how many. */
  removeDrafts(moment: Date): Promise<number>
}

const draftName = /^\.[0-9a-f-]{36}\.draft$/

/**
 * Pictures as files of one folder, which is made if it is missing. A file appears whole or not at all: it is written
 * under another name, flushed to disk, then renamed. Names that aren't a picture's throw (put) or aren't there.
 */
export async function diskStore(folder: string): Promise<PictureStore> {
  await mkdir(folder, { recursive: true })
  const fileOf = (name: string) => path.join(folder, name)

  async function exists(name: string): Promise<boolean> {
    if (!isPictureName(name)) return false
    return stat(fileOf(name)).then(
      (found) => found.isFile(),
      () => false,
    )
  }

  const newDraft = () => path.join(folder, `.${randomUUID()}.draft`)

  return {
    exists,
    async put(name, bytes) {
      if (!isPictureName(name)) throw new RangeError(`not a picture's name: ${name}`)
      if (await touched(fileOf(name))) return
      const draft = newDraft()
      try {
        const file = await open(draft, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, fileOf(name))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    async read(name) {
      if (!isPictureName(name)) return undefined
      return unlessMissing(readFile(fileOf(name)))
    },
    async *list() {
      for await (const { name } of await opendir(folder, { bufferSize: 500 })) if (isPictureName(name)) yield name
    },
    async removeOlder(name, moment) {
      if (!isPictureName(name) || !(await isOlder(fileOf(name), moment))) return false
      // Somebody may put the same picture right now, and count on it: so it is taken aside first. Whoever puts it after
      // that writes it anew, and whoever did before has made it young.
      const aside = newDraft()
      if (!(await unlessMissing(rename(fileOf(name), aside).then(() => true)))) return false
      if (await isOlder(aside, moment)) {
        await rm(aside, { force: true })
        return true
      }
      await rename(aside, fileOf(name))
      return false
    },
    async removeDrafts(moment) {
      let removed = 0
      for await (const { name } of await opendir(folder, { bufferSize: 500 })) {
        if (!draftName.test(name) || !(await isOlder(fileOf(name), moment))) continue
        await rm(fileOf(name), { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** Makes a file young again. Gives whether there is one. */
async function touched(file: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(file, now, now).then(() => true))) ?? false
}

/** Whether there is a file that was last written or touched before the given moment. */
async function isOlder(file: string, moment: Date): Promise<boolean> {
  const found = await unlessMissing(stat(file))
  return found !== undefined && found.mtime < moment
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

// The name itself is on disk only after the folder is. Windows can't open folders, and needs no such call.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
