import { refuse } from './refusal.ts'

/** Runs a piece of work when its turn comes. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** At most `atOnce` pieces of work run at a time; the others wait in the order in which they came. */
export function takeTurns(atOnce: number): Turn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes to the next in line, so a newcomer can't slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * Turns for work that somebody asks for from outside: whoever would wait behind `longestLine` others is refused with
 * `unavailable` and told to come back, so that a crowd costs neither memory nor minutes.
 */
export function takeTurnsInLine(atOnce: number, longestLine: number): Turn {
  const turn = takeTurns(atOnce)
  let inLine = 0
  return async (work) => {
    if (inLine >= longestLine) refuse('unavailable', { retryAfter: 2 })
    inLine += 1
    try {
      return await turn(work)
    } finally {
      inLine -= 1
    }
  }
}
