import { readdir, readFile } from 'node:fs/promises'

/*
 * What processes took, as Linux tells it; elsewhere there are no figures, and none are invented.
 */

/** Linux counts in hundredths of a second whatever its kernel does inside. */
const ticksPerSecond = 100

/** CPU seconds that a process has taken so far, and with it everything that it started. */
export type CpuTime = { own: number; tree: number }

export async function cpuTime(pid: number): Promise<CpuTime | undefined> {
  const all = await processes()
  const own = all.get(pid)
  if (!own) return undefined
  return { own: own.cpu, tree: below(all, pid).reduce((sum, each) => sum + each.cpu, 0) }
}

/** Resident memory of a process, and of what it started as well, in megabytes. Shared pages count each time. */
export async function memory(pid: number): Promise<{ own: number; tree: number } | undefined> {
  const all = await processes()
  if (!all.has(pid)) return undefined
  const sizes = await Promise.all(below(all, pid).map((each) => residentOf(each.pid)))
  return { own: await residentOf(pid), tree: sizes.reduce((sum, size) => sum + size, 0) }
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
  // Its name stands in brackets and can hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }
}

function below(all: ReadonlyMap<number, Process>, pid: number): Process[] {
  const own = all.get(pid)
  const children = [...all.values()].filter((each) => each.parent === pid)
  return [...(own ? [own] : []), ...children.flatMap((child) => below(all, child.pid))]
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
