import { memory } from '../processes.ts'
import type { Row } from '../row.ts'

/** Memory of the server process: idle after the start, or after all measurements. */
export async function memoryRow(pid: number, when: 'idle' | 'after the run'): Promise<Row[]> {
  const taken = await memory(pid)
  if (!taken) return []
  const most = when === 'idle' ? 130 : 220
  return [
    {
      part: 'memory',
      what: `memory of the server's process, ${when}`,
      goal: `at most ${most} MB`,
      figure: `${Math.round(taken.own)} MB`,
      met: taken.own <= most,
      more: `with its database's processes, shared memory counted in each, ${Math.round(taken.tree)} MB`,
      details: taken,
    },
  ]
}
