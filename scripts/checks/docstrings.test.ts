import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

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

test('each exported function of contract, server and web has a docstring, except components', () => {
  const root = resolve(import.meta.dirname, '../..')
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
