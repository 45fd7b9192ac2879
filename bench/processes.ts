import { readdir, readFile } from 'node:fs/promises'
import { residentMemory } from '../testing/resident-memory.ts'

/*
 * CPU and memory of processes, from Linux's /proc; undefined on other systems.
 */

/** Linux reports hundredths of a second on every kernel. */
const ticksPerSecond = 100

/** CPU seconds of a process so far, and of it with its child processes. */
export type CpuTime = { own: number; tree: number }

export async function cpuTime(pid: number): Promise<CpuTime | undefined> {
  const all = await processes()
  const own = all.get(pid)
  if (!own) return undefined
  return { own: own.cpu, tree: descendantsOf(all, pid).reduce((sum, each) => sum + each.cpu, 0) }
}

/** Resident memory of a process, and of it with its child processes, in megabytes. Shared pages count each time. */
export async function memory(pid: number): Promise<{ own: number; tree: number } | undefined> {
  const all = await processes()
  if (!all.has(pid)) return undefined
  const sizes = await Promise.all(descendantsOf(all, pid).map((each) => residentMemory(each.pid)))
  return { own: await residentMemory(pid), tree: sizes.reduce((sum, size) => sum + size, 0) }
}

type Process = { pid: number; parent: number; cpu: number }

async function processes(): Promise<Map<number, Process>> {
  const names = await readdir('/proc').catch(() => [])
  const read = names.filter((name) => /^\d+$/.test(name)).map((name) => statOf(Number(name)))
  return new Map((await Promise.all(read)).filter((each) => each !== undefined).map((each) => [each.pid, each]))
}

async function statOf(pid: number): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined)
  if (!stat) return undefined
  // The process name is in parentheses and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }
}

function descendantsOf(all: ReadonlyMap<number, Process>, pid: number): Process[] {
  const own = all.get(pid)
  const children = [...all.values()].filter((each) => each.parent === pid)
  return [...(own ? [own] : []), ...children.flatMap((child) => descendantsOf(all, child.pid))]
}
