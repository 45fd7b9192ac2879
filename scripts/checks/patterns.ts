import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

/*
 * Finds regular expressions that backtrack: on some texts they take quadratic time or worse, and block the event loop.
 * Patterns built at run time are reported too, since they can't be checked.
 */

const require = createRequire(import.meta.url)
const recheck: { checkSync: (source: string, flags: string, settings: object) => Judgement } = require('recheck')

type Judgement =
  | { status: 'safe' }
  | { status: 'vulnerable'; checker: 'automaton' | 'fuzz'; complexity: { summary: string } }
  | { status: 'unknown'; error: { kind: string } }

/** Code that reads untrusted text. Tests, proofs and benchmarks read only their own. */
const sources = '{contract,server,web,cli,scripts,demo}/**/*.{ts,tsx,mjs}'
const isOwn = (file: string) => !/^web[\\/]paraglide[\\/]|\.test\.tsx?$|[\\/]testing[^\\/]*$/.test(file)

/** Returns the patterns below a folder that backtrack or can't be judged, one per line, and how many were read. */
export function slowPatterns(baseDir: string): { slow: string[]; patterns: number } {
  const found = new Map<string, { source: string; flags: string; files: string[] }>()
  const slow: string[] = []
  const files = globSync([sources, 'shop.config.ts'], { cwd: baseDir })
  for (const file of files.filter(isOwn).sort()) {
    const text = readFileSync(resolve(baseDir, file), 'utf8')
    // Parsing is slow, and most files have no pattern.
    if (!/\/|RegExp/.test(text)) continue
    const made = ({ callee }: ESTree.NewExpression | ESTree.CallExpression) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        slow.push(`${file}: new RegExp is built at run time`)
    }
    const { program, errors } = parseSync(file, text)
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
    new Visitor({
      NewExpression: made,
      CallExpression: made,
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        const known = found.get(`/${pattern}/${flags}`)
        if (known) known.files.push(file)
        else found.set(`/${pattern}/${flags}`, { source: pattern, flags, files: [file] })
      },
    }).visit(program)
  }
  for (const [pattern, { source, flags, files }] of found) {
    const judged = judge(source, flags)
    if (judged.status === 'safe') continue
    const why = judged.status === 'vulnerable' ? judged.complexity.summary : `not judged: ${judged.error.kind}`
    slow.push(`${files.join(', ')}: ${pattern} (${why})`)
  }
  return { slow, patterns: found.size }
}

/**
 * Patterns that can't be analysed are judged by fuzzing, which has called a linear pattern quadratic on a busy machine:
 * such a result is accepted only if it comes three times.
 */
function judge(source: string, flags: string): Judgement {
  const judgeOnce = () => recheck.checkSync(source, flags, { randomSeed: 1, timeout: 60_000 })
  let found = judgeOnce()
  for (let again = 0; again < 2 && found.status === 'vulnerable' && found.checker === 'fuzz'; again += 1)
    found = judgeOnce()
  return found
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { slow, patterns } = slowPatterns(resolve(import.meta.dirname, '../..'))
  for (const line of slow) process.stdout.write(`${line}\n`)
  process.stdout.write(`${patterns} patterns read, ${slow.length} that backtrack\n`)
  if (slow.length > 0) process.exitCode = 1
}
