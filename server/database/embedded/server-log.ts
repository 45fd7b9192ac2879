import { open, readFile, rename, stat } from 'node:fs/promises'

const maxLogBytes = 5_000_000

/** Opens PostgreSQL's log for appending. A large one is renamed first. */
export async function openLog(log: string) {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0
  if (size > maxLogBytes) await rename(log, `${log}.1`).catch(() => {})
  return open(log, 'a', 0o600)
}

/** Returns the last lines of the log, from a byte offset on; on a full disk it can't say why it has none. */
export async function endOf(log: string, from = 0): Promise<string> {
  const bytes = await readFile(log).catch(() => Buffer.of())
  const text = bytes.subarray(from).toString().trimEnd()
  return text ? text.split('\n').slice(-12).join('\n') : `${log} says nothing about it. Is the disk full?`
}
