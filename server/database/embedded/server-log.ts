import { open, readFile, rename, stat } from 'node:fs/promises'

const largeLog = 5_000_000

/** Opens the log for what PostgreSQL says next. One that has become large is put aside before. */
export async function openLog(log: string) {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0
  if (size > largeLog) await rename(log, `${log}.1`).catch(() => {})
  return open(log, 'a', 0o600)
}

/** The last lines of the log, of what it says from a place on. */
export async function endOf(log: string, from = 0): Promise<string> {
  const bytes = await readFile(log).catch(() => Buffer.of())
  return bytes.subarray(from).toString().trimEnd().split('\n').slice(-12).join('\n')
}
