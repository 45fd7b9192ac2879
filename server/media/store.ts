import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, opendir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isPictureName } from '../../contract/catalog/pictures.ts'

/** A store of pictures by name. A name identifies the content, so a picture is never changed. */
export interface PictureStore {
  /** Stores the bytes durably before it resolves. Putting an existing name only renews its time. */
  put(name: string, bytes: Buffer): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
  /** Yields the names of all pictures, in no particular order. */
  list(): AsyncIterable<string>
  /** Marks the store with an owner's id, unless it has one. Returns the owner's. */
  claim(id: string): Promise<string>
  /** Deletes a picture if it was last put before the given time. Returns whether it did. */
  removeOlder(name: string, moment: Date): Promise<boolean>
  /** Deletes unfinished files that processes killed before the given time have left. Returns how many. */
  removeUnfinished(moment: Date): Promise<number>
}

/** The file or object that names the owner. Who deletes it lets the next shop that opens be the owner. */
export const ownerName = '.owner'

const unfinishedName = /^\.[0-9a-f-]{36}\.draft$/

/**
 * Returns a store of pictures as files of one folder, which is created if missing. Files are written atomically: to a
 * temporary name, flushed to disk, then renamed. `put` throws for a name that isn't a picture's; other methods don't
 * find it. Other users of the machine can't read a private store.
 */
export async function diskStore(folder: string, { isPrivate = false } = {}): Promise<PictureStore> {
  await mkdir(folder, { recursive: true })
  // Also a folder that an older version made.
  if (isPrivate) await chmod(folder, 0o700)
  const fileOf = (name: string) => path.join(folder, name)

  async function exists(name: string): Promise<boolean> {
    if (!isPictureName(name)) return false
    return stat(fileOf(name)).then(
      (found) => found.isFile(),
      () => false,
    )
  }

  const newUnfinished = () => path.join(folder, `.${randomUUID()}.draft`)

  return {
    exists,
    async put(name, bytes) {
      if (!isPictureName(name)) throw new RangeError(`not a picture's name: ${name}`)
      if (await touched(fileOf(name))) return
      const unfinished = newUnfinished()
      try {
        const file = await open(unfinished, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, fileOf(name))
      } catch (error) {
        await rm(unfinished, { force: true })
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
    async claim(id) {
      const file = path.join(folder, ownerName)
      try {
        await writeFile(file, id, { flag: 'wx', flush: true })
        await syncFolder(folder)
        return id
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      return readFile(file, 'utf8')
    },
    async removeOlder(name, moment) {
      if (!isPictureName(name) || !(await isOlder(fileOf(name), moment))) return false
      // The same picture may be put concurrently. So the file is first renamed: a `put` after that writes it again, and
      // a `put` before that has renewed its time, so that it is renamed back.
      const aside = newUnfinished()
      if (!(await unlessMissing(rename(fileOf(name), aside).then(() => true)))) return false
      if (await isOlder(aside, moment)) {
        await rm(aside, { force: true })
        return true
      }
      await rename(aside, fileOf(name))
      return false
    },
    async removeUnfinished(moment) {
      let removed = 0
      for await (const { name } of await opendir(folder, { bufferSize: 500 })) {
        if (!unfinishedName.test(name) || !(await isOlder(fileOf(name), moment))) continue
        await rm(fileOf(name), { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** Renews a file's time. Returns whether the file exists. */
async function touched(file: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(file, now, now).then(() => true))) ?? false
}

/** Returns whether a file exists and was last put before the given time. */
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

// A new file's name is durable only once its folder is flushed. Windows can't open folders and doesn't need it.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
