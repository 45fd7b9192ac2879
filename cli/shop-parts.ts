import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Db, makeDb, makePool } from '../server/database/database.ts'
import { joinEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate } from '../server/database/migrations.ts'
import { openStores, type Stores } from '../server/media/open-stores.ts'
import type { Config } from '../server/start/config.ts'

/**
 * Throws an `Error` if the data folder has no shop: without the shop's settings a command would otherwise create a
 * second, empty shop in `./data`.
 */
export function requireShop({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || ['postgres', 'postgres-is-at'].some((name) => existsSync(join(dataDir, name)))) return
  throw new Error(
    `There is no shop in ${dataDir}. Name the shop's own folder with DATA_DIR=…, as npm start has it. A new shop has to be opened once with npm start.`,
  )
}

/** Runs `work` with the shop's database: the configured one, the running shop's, or one started for it. */
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

/**
 * Runs `work` with the tables of the shop of this version. A statement may take `statementMilliseconds`; 0 is no
 * limit.
 */
export async function withShop<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (db: Db) => Promise<T>,
  { statementMilliseconds }: { statementMilliseconds?: number } = {},
): Promise<T> {
  return withDatabase(config, async (url) => {
    await migrate(url)
    const pool = makePool(url, { max: 2, statementMilliseconds })
    try {
      return await work(makeDb(pool))
    } finally {
      await pool.end()
    }
  })
}

/** Runs `work` with the shop's stores of pictures. Errors of the bucket are thrown, not logged. */
export async function withPictures<T>(
  config: Pick<Config, 'pictures' | 'dataDir'>,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const { stores, close } = await openStores(config, { warn: () => {} })
  try {
    return await work(stores)
  } finally {
    close()
  }
}

/** Returns a signal that is aborted by Ctrl-C or the end of the terminal session, so that a command can clean up. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => controller.abort(new Error('Stopped before the end.')))
  return controller.signal
}

const argumentsOf = <Options extends ParseArgsOptionsConfig>(options: Options) =>
  parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true })

type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<typeof argumentsOf<Options>>['values']

/**
 * Runs a command with its positional arguments and the values of its `options`. Its exit code is the one that `run`
 * returns.
 *
 * - If `run` throws, it prints the message that `sentenceOf` returns, and exits with 1.
 * - If an option is wrong, or `run` returns undefined, it prints the usage and exits with 2.
 * - If the usage is asked for, it prints that.
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  run: (positionals: string[], values: OptionValues<Options>) => Promise<number | undefined>,
  sentenceOf: (error: unknown) => string = failureMessage,
): Promise<void> {
  let exitCode: number | undefined
  try {
    const { positionals, values } = argumentsOf(options)
    if ('help' in values || positionals[0] === 'help') return void process.stdout.write(usage)
    exitCode = await run(positionals, values)
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS_')) {
      process.exitCode = 1
      return void process.stderr.write(`${sentenceOf(error)}\n`)
    }
  }
  process.exitCode = exitCode ?? 2
  if (exitCode === undefined) process.stderr.write(usage)
}

/** Returns the path of a file that an owner names: npm runs its scripts in the project's folder, not in the owner's. */
export const ownersPath = (name: string): string => resolve(process.env.INIT_CWD ?? '.', name)

/**
 * Runs a command whose only argument, besides `options`, is a file, and prints the line that `work` returns. For other
 * arguments, and if `work` throws, it ends as `runCommand` does.
 */
export async function runFileCommand<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  work: (file: string, values: OptionValues<Options>) => Promise<string>,
): Promise<void> {
  // pg-copy-streams uses a deprecated part of the driver; the warning is of no use to the owner.
  process.noDeprecation = true
  await runCommand(usage, options, async ([name, ...rest], values) => {
    if (!name || rest.length > 0) return undefined
    const file = ownersPath(name)
    const line = await work(file, values).catch((error) => {
      throw new Error(failureMessage(error, file))
    })
    process.stdout.write(`${line}\n`)
    return 0
  })
}

/**
 * Returns the message of a failed command: for an error of the operating system about the owner's file, what to do;
 * otherwise the error's own.
 */
function failureMessage(error: unknown, file = ''): string {
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
