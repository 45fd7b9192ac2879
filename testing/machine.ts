import { arch, availableParallelism, cpus, totalmem } from 'node:os'

/** Returns the machine of a measurement: processors, memory and the version of Node. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? arch()
  return `${availableParallelism()} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
}
