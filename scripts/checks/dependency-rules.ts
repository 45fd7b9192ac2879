import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { folders, importRules, isAmong } from './import-rules.ts'

/*
 * Checks every import of the project, of code and of types, against import-rules.ts.
 */

/** A path below the project, `node_modules/<package>/`, or `node:<module>`. */
type Import = { from: string; to: string; typeOnly: boolean }

/** Returns whether the build generates a file, so that it may not exist yet. */
const isGenerated = (path: string) => /^web\/paraglide\/|\/\+types\//.test(path)

/** Returns the imports of each file of the project below a folder. */
export function importGraph(baseDir: string): ReadonlyMap<string, readonly Import[]> {
  const graph = new Map<string, Import[]>()
  for (const found of globSync([...folders.map((folder) => `${folder}**/*.{ts,tsx,mjs}`), 'shop.config.ts'], {
    cwd: baseDir,
  })) {
    const file = found.replaceAll('\\', '/')
    if (!isGenerated(file)) graph.set(file, importsOf(file, readFileSync(join(baseDir, file), 'utf8')))
  }
  return graph
}

/** Returns the imports below a folder that break a rule, one per line, and how many files were read. */
export function brokenRules(baseDir: string): { broken: string[]; files: number } {
  const graph = importGraph(baseDir)
  const isMissing = (path: string) =>
    !path.startsWith('node_modules/') && !path.includes(':') && !isGenerated(path) && !existsSync(join(baseDir, path))
  const broken = [...graph.values()].flat().flatMap((each) => {
    const rules = importRules.filter((rule) => breaks(rule, each)).map((rule) => rule.name)
    if (isMissing(each.to)) rules.push('unresolved-import')
    return rules.map((name) => `${name}: ${each.from} → ${each.to}`)
  })
  broken.push(...cyclesOf(graph).map((cycle) => `no-cycles: ${cycle.join(' → ')}`))
  return { broken: [...new Set(broken)].sort(), files: graph.size }
}

function breaks(rule: (typeof importRules)[number], { from, to, typeOnly }: Import): boolean {
  if (rule.typesAllowed && typeOnly) return false
  return isAmong(from, rule.from, rule.fromExcept) && isAmong(to, rule.to, rule.toExcept)
}

/** Returns what a module imports or re-exports: statically, dynamically, and as types. */
function importsOf(from: string, text: string): Import[] {
  const { program, errors } = parseSync(from, text)
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`)
  const imports: Import[] = []
  const add = (specifier: unknown, typeOnly: boolean) => {
    if (typeof specifier === 'string') imports.push({ from, to: pathOf(from, specifier), typeOnly })
  }
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source.value, importKind === 'type'),
    ExportNamedDeclaration: ({ source, exportKind }) => add(source?.value, exportKind === 'type'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source.value, exportKind === 'type'),
    ImportExpression: ({ source }) => add('value' in source && source.value, false),
    TSImportType: ({ source }) => add(source.value, true),
  }).visit(program)
  return imports
}

function pathOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*/, ''))
  return specifier.includes(':') ? specifier : `node_modules/${specifier}/`
}

/** Returns import cycles, each from a module back to itself; of several that share a module possibly only one. */
function cyclesOf(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start !== -1) cycles.push([...path.slice(start), file])
    if (start !== -1 || done.has(file)) return
    for (const { to } of graph.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return cycles
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { broken, files } = brokenRules(resolve(import.meta.dirname, '../..'))
  for (const line of broken) process.stdout.write(`${line}\n`)
  process.stdout.write(`${files} modules read, ${broken.length} imports that break a rule\n`)
  if (broken.length > 0) process.exitCode = 1
}
