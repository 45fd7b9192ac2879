import { readFile } from 'node:fs/promises'

/** Returns the resident memory of a process in megabytes, from Linux's /proc; 0 on other systems. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
