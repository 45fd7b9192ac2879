import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isPictureName } from '../../contract/pictures.ts'

/** Where pictures are kept, by name. A name says what is in the file, so a file is never changed. */
export interface PictureStore {
  /** Keeps the bytes for good before it returns. Keeping the same name again changes nothing. */
  put(name: string, bytes: Buffer): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
}

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

  return {
    exists,
    async put(name, bytes) {
      if (!isPictureName(name)) throw new RangeError(`not a picture's name: ${name}`)
      if (await exists(name)) return
      const draft = path.join(folder, `.${randomUUID()}.draft`)
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
      try {
        return await readFile(fileOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
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
