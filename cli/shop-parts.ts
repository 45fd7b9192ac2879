import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { joinEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { diskStore, type PictureStore } from '../server/media/store.ts'
import type { Config } from '../server/start/config.ts'

/**
 * Throws, with a sentence for people, when the data folder holds no shop: a command in a shell without the shop's settings
 * would otherwise make a second, empty one in `./data` and work on that.
 */
export function requireShop({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || ['postgres', 'postgres-is-at'].some((name) => existsSync(join(dataDir, name)))) return
  throw new Error(
    `There is no shop in ${dataDir}. Name the shop's own folder with DATA_DIR=…, as npm start has it. A new shop has to be opened once with npm start.`,
  )
}

/** Does some work on the shop's database: the one of the settings, the running shop's, or one started for it. */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl)
  const own = await joinEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    return await work(own.url)
  } finally {
    await own.stop()
  }
}

/** Does some work on the shop's pictures: in the bucket of the settings, or in the data folder. */
export async function withPictures<T>(
  config: Pick<Config, 'pictures' | 'dataDir'>,
  work: (store: PictureStore) => Promise<T>,
): Promise<T> {
  if (!config.pictures) return work(await diskStore(join(config.dataDir, 'pictures')))
  const { s3Store } = await import('../server/media/s3-store.ts')
  // What the bucket does wrong ends the command with a sentence.
  const store = s3Store(config.pictures, { warn: () => {} })
  try {
    return await work(store)
  } finally {
    store.close()
  }
}

/** A signal that Ctrl-C and the end of a session give, so that a command can clean up behind itself. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => controller.abort(new Error('Stopped before the end.')))
  return controller.signal
}

/** Why a command failed, in a sentence: what it says itself, or what the system says of the owner's file. */
export function failureWords(error: unknown, file = ''): string {
  const { code = '', message, path } = error as NodeJS.ErrnoException
  const folder = dirname(file)
  const reasons: Record<string, string> = {
    EEXIST: 'That file exists already. Name a new one.',
    ENOENT: existsSync(folder)
      ? `There is no file ${file}.`
      : `There is no folder ${folder}. Make it first, or name a file in a folder that is there.`,
    ENOTDIR: `${folder} is not a folder. Name a file in a folder that is there.`,
    EISDIR: `${file} is a folder. Name a file.`,
    EACCES: `This user may not use ${file}. Name another file, or run the command as the user of the shop.`,
    EROFS: `${folder} can only be read. Name a file in another folder.`,
    ENOSPC: `There is no room left for ${file}. Make room, or name a file on another disk.`,
  }
  const isOfFile = code === 'ENOSPC' || (path !== undefined && file !== '' && path.startsWith(file))
  return (isOfFile && reasons[code]) || message || code
}
