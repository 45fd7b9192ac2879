import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Module, ModuleItem, ParseOptions } from '@swc/core'
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'

/*
 * Who imports whom, held against .dependency-cruiser.cjs.
 *
 * dependency-cruiser reads TypeScript through swc, without JSX and without telling apart what is imported for its type
 * only. So its swc is told here which files hold JSX, and the rules about run time are checked on a second reading that
 * leaves imports of types out.
 */

const require = createRequire(import.meta.url)
const swc: { parseFileSync(file: string, options: ParseOptions): Module } = require('@swc/core')
const parse = swc.parseFileSync
let typesToo = true
swc.parseFileSync = (file, options) => {
  const module = parse(file, { ...options, tsx: file.endsWith('x') } as ParseOptions)
  return typesToo ? module : { ...module, body: module.body.filter((item) => !isOfTypesOnly(item)) }
}

const isOfTypesOnly = (item: ModuleItem) =>
  (item.type === 'ImportDeclaration' || item.type === 'ExportNamedDeclaration') && item.typeOnly

type Rules = Required<Pick<IFlattenedRuleSet, 'forbidden'>> & { options: ICruiseOptions }

const folders = [
  'contract',
  'server',
  'web',
  'demo',
  'cli',
  'bench',
  'proofs',
  'e2e',
  'testing',
  'scripts',
  'shop.config.ts',
]

/** The imports below a folder that break a rule, a line each, and how many files were read. */
export async function brokenRules(baseDir: string): Promise<{ broken: string[]; files: number }> {
  const rules: Rules = require('../.dependency-cruiser.cjs')
  const { existsSync } = await import('node:fs')
  const present = folders.filter((folder) => existsSync(resolve(baseDir, folder)))
  const atRunTime = (rule: { name?: string }) => rule.name?.endsWith('-at-run-time') ?? false

  const read = async (forbidden: Rules['forbidden']) => {
    const { output } = await cruise(present, { ...rules.options, baseDir, validate: true, ruleSet: { forbidden } })
    return (output as ICruiseResult).summary
  }
  typesToo = true
  const all = await read(rules.forbidden.filter((rule) => !atRunTime(rule)))
  typesToo = false
  const run = await read(rules.forbidden.filter(atRunTime))

  const broken = [...all.violations, ...run.violations].map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} → ${cycle ? cycle.map((step) => (typeof step === 'string' ? step : step.name)).join(' → ') : to}`,
  )
  return { broken: [...new Set(broken)].sort(), files: all.totalCruised }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { broken, files } = await brokenRules(resolve(import.meta.dirname, '..'))
  for (const line of broken) process.stdout.write(`${line}\n`)
  process.stdout.write(`${files} modules read, ${broken.length} imports that break a rule\n`)
  if (broken.length > 0) process.exitCode = 1
}
