import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { folders } from './import-rules.ts'

const root = resolve(import.meta.dirname, '../..')
const filesBelow = (patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('web/paraglide/'))

/** The files of the project, each also without its first folders, as in `http/calls/sessions.ts`. */
const known = new Set(
  filesBelow([...folders, 'docs/'].map((folder) => `${folder}**/*.*`)).flatMap((file) =>
    file.split('/').map((_, index, names) => names.slice(index).join('/')),
  ),
)

/** Returns the paths of files that the comments of a module name, and that the project doesn't have. */
function unknownFiles(file: string, text: string): string[] {
  const named = parseSync(file, text).comments.flatMap(({ value }) =>
    Array.from(value.matchAll(/(?<![\w./@-])[\w-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|md|sql|json|css)\b/g), ([path]) => path),
  )
  return named.flatMap((path) => (known.has(path) ? [] : [`${file}: ${path}`]))
}

test('comments name files that the project has', () => {
  const files = filesBelow([...folders.map((folder) => `${folder}**/*.{ts,tsx,mjs}`), '*.ts'])
  expect(files.length).toBeGreaterThan(1400)
  const found = files.flatMap((file) => unknownFiles(file, readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

test('a file that was moved is found, in both forms of comments, and none in code', () => {
  const text = `/** See scripts/launch.mjs and no/such.ts. */
    const one = './no/code.ts' // docs/none.md, https://talad.example/docs/none.md, checks/weights.ts`
  expect(unknownFiles('one.ts', text)).toEqual(['one.ts: no/such.ts', 'one.ts: docs/none.md'])
})
