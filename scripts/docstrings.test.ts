import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { folders } from './import-rules.ts'

/** Returns the names of the exported functions of a module that no docstring is above. */
function undocumented(file: string, text: string): string[] {
  return parseSync(file, text).program.body.flatMap((node) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : null
    if (text.slice(0, node.start).trimEnd().endsWith('*/')) return []
    if (declared?.type === 'FunctionDeclaration') return [`${file}: ${declared.id?.name}`]
    const variables = declared?.type === 'VariableDeclaration' ? declared.declarations : []
    return variables
      .filter(({ init }) => init?.type === 'ArrowFunctionExpression')
      .map(({ id }) => `${file}: ${id.type === 'Identifier' ? id.name : ''}`)
  })
}

test('each exported function of contract, server and web has a docstring, besides components', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync('{contract,server,web}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test(-setup)?\.ts$/.test(file) && !file.startsWith('web/paraglide/'),
  )
  expect(files.length).toBeGreaterThan(600)
  expect(files.flatMap((file) => undocumented(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('a function without a docstring is found, in both forms', () => {
  const text = '/** One. */\nexport const one = () => 1\nexport const two = () => 2\nexport async function three() {}\n'
  expect(undocumented('numbers.ts', text)).toEqual(['numbers.ts: two', 'numbers.ts: three'])
})

/** Returns the comments of a module with a line that is too wide, besides instructions to tools, which are one line. */
function wideComments(file: string, text: string): string[] {
  const lines = text.split('\n')
  return parseSync(file, text)
    .comments.filter(({ value }) => !/^\s*(biome-ignore|@ts-)/.test(value))
    .flatMap(({ start, end }) => {
      const first = text.slice(0, start).split('\n').length
      const last = text.slice(0, end).split('\n').length
      return lines.slice(first - 1, last).flatMap((line, index) => ([...line].length > 120 ? [first + index] : []))
    })
    .map((line) => `${file}:${line}`)
}

test('no line of a comment is wider than 120 columns: the formatter wraps only code', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync([...folders.map((folder) => `${folder}**/*.{ts,tsx,mjs,js}`), '*.ts'], { cwd: root }).filter(
    (file) => !/paraglide|^server\/database\/(migrations\/|tables\.ts)/.test(file.replaceAll('\\', '/')),
  )
  expect(files.length).toBeGreaterThan(1400)
  expect(files.flatMap((file) => wideComments(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('a wide line of a comment is found, in both forms, and none in code', () => {
  const wide = 'word '.repeat(24)
  const text = `/**\n * ${wide}\n */\nconst one = '${wide}'\n// ${wide}\n// biome-ignore lint: ${wide}\n`
  expect(wideComments('one.ts', text)).toEqual(['one.ts:2', 'one.ts:5'])
})

/** Returns the exported functions of a server module whose verb for deleting isn't that of its kind of file. */
function misnamed(file: string, text: string): string[] {
  const wrong = /queries\.ts$|^server\/database\//.test(file)
    ? /^(remove|tidy|clean|purge)[A-Z]/
    : /^(delete|clean|purge)[A-Z]/
  return [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)]
    .filter(([, name = '']) => wrong.test(name))
    .map(([, name]) => `${file}: ${name}`)
}

test('a query deletes, and an operation removes or tidies', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync('server/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const modules = files.filter((file) => !file.endsWith('.test.ts'))
  expect(modules.filter((file) => file.endsWith('queries.ts')).length).toBeGreaterThan(40)
  expect(modules.flatMap((file) => misnamed(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  const text = 'export async function removeRows() {}\nexport const deleteRows = 1\n'
  expect(misnamed('server/cart/queries.ts', text)).toEqual(['server/cart/queries.ts: removeRows'])
  expect(misnamed('server/cart/change-cart.ts', text)).toEqual(['server/cart/change-cart.ts: deleteRows'])
})
