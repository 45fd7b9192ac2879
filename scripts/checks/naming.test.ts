import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

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
  const root = resolve(import.meta.dirname, '../..')
  const files = globSync('server/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const modules = files.filter((file) => !file.endsWith('.test.ts'))
  expect(modules.filter((file) => file.endsWith('queries.ts')).length).toBeGreaterThan(40)
  expect(modules.flatMap((file) => misnamed(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  const text = 'export async function removeRows() {}\nexport const deleteRows = 1\n'
  expect(misnamed('server/cart/queries.ts', text)).toEqual(['server/cart/queries.ts: removeRows'])
  expect(misnamed('server/cart/change-cart.ts', text)).toEqual(['server/cart/change-cart.ts: deleteRows'])
})
