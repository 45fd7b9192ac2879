import { mkdir } from 'node:fs/promises'
import { StartError } from '../common/start-error.ts'

/** Makes the shop's data folder if there is none. Throws `StartError` if it can't be one, which says what to do. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file has this name, or that of a folder above' : message
    throw new StartError(`The data folder ${dataDir} can't be made: ${reason}. Choose another with DATA_DIR.`, {
      cause: error,
    })
  }
}
