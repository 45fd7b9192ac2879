import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'
import { folders } from './import-rules.ts'

/*
 * Finds functions that are too long to read at once. Biome's rule hardly counts lines of JSX: it took a component of
 * 302 lines for one of 123. Tests are lists of steps, and may be longer.
 */

const maxLines = 100

/** Returns the functions below a folder that have too many lines, one per line. */
export function longFunctions(baseDir: string): string[] {
  const files = folders
    .flatMap((folder) => globSync(`${folder}**/*.{ts,tsx,mjs}`, { cwd: baseDir }))
    .filter((file) => !/[\\/]paraglide[\\/]|\.(test|spec)\./.test(file))
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(baseDir, file), 'utf8')
    const { program, errors } = parseSync(file, text)
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
    const long: string[] = []
    const measure = ({ start, end }: ESTree.Node) => {
      const lines = lineAt(end) - lineAt(start) + 1
      if (lines > maxLines) long.push(`${file.replaceAll('\\', '/')}:${lineAt(start)}: a function of ${lines} lines`)
    }
    new Visitor({
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
    }).visit(program)
    return long
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const long = longFunctions(resolve(import.meta.dirname, '../..'))
  for (const line of long) process.stdout.write(`${line}\n`)
  process.stdout.write(`${long.length} functions have more than ${maxLines} lines\n`)
  if (long.length > 0) process.exitCode = 1
}
