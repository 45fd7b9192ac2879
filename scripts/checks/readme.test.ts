import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { contractLayers, parts, sellerLayers, serverLayers, webLayers } from './import-rules.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const section = (file: string, title: string) => read(file).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

type Manifest = Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>>

test('the table of dependencies names every package, alone or in a group such as `@types/*`', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  const table = section('README.md', 'Dependencies')
  const named = Array.from(table.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
  const groups = named.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  const without = packages.filter((name) => !named.includes(name) && !groups.some((group) => name.startsWith(group)))
  expect(without).toEqual([])
})

test('README and CONTRIBUTING name every folder at the top', () => {
  const sources = globSync('*/*.{ts,mjs,md}', { cwd: root, exclude: ['node_modules', 'build*', 'data*'] })
  const folders = new Set(sources.map((path) => path.split(/[/\\]/, 1)[0]))
  expect(folders.size).toBeGreaterThan(10)
  for (const [file, title] of [
    ['README.md', 'Source folders'],
    ['CONTRIBUTING.md', 'Folders'],
  ] as const)
    expect(
      [...folders].filter((name) => !section(file, title).includes(`${name}/`)),
      file,
    ).toEqual([])
})

/** Returns the folders that a text names. */
const foldersIn = (text: string) => Array.from(text.matchAll(/`([\w-]+)\/`/g), ([, name]) => name)

/** Returns the parts of a folder that a text lists, up to the end of the sentence or of the list's item. */
function partsIn(text: string, folder: string): (string | undefined)[] {
  const [, list = ''] = text.split(new RegExp(`\`${folder}/\`(?: is divided)?, lowest first(?:, into|:)`))
  return foldersIn(list.split(/\.\s|\n- /)[0] ?? '')
}

/** Returns the folders that begin the items of a list. */
const folderItems = (text: string) => Array.from(text.matchAll(/^- `([\w-]+)\/`/gm), ([, name]) => name)

test('docs/folders.md lists the layers and the parts of folders as the import rules have them, lowest first', () => {
  const [contract = '', server = '', web = ''] = ['contract', 'server', 'web'].map((folder) =>
    section('docs/folders.md', `\`${folder}/\``),
  )
  const [shopper = '', seller = ''] = web.split('- `seller/`:')
  expect(foldersIn(contract.split('\n\n')[1] ?? '')).toEqual(contractLayers)
  expect(folderItems(server.split('These capabilities')[0] ?? '')).toEqual(serverLayers)
  expect(folderItems(shopper.split('- `<capability>/`')[0] ?? '')).toEqual(webLayers)
  expect(foldersIn(seller.split('on layers of its own:')[1]?.split(/\.\s/)[0] ?? '')).toEqual(sellerLayers)
  const texts: Record<string, string> = { 'server/': server, 'web/': shopper, 'web/seller/': seller }
  const listed = Object.keys(parts).map((folder) => {
    const [, parent = '', name = ''] = /^(.*\/)([\w-]+)\/$/.exec(folder) ?? []
    return [folder, partsIn(texts[parent] ?? '', name)]
  })
  expect(Object.fromEntries(listed)).toEqual(parts)
})

test('a list of parts is read in its order, up to the end of its sentence', () => {
  const text =
    '- `trips/` is divided, lowest first, into `plan/` (of the day),\n  `stops/` and `end/`.\n  `other/` is not.'
  expect(partsIn(text, 'trips')).toEqual(['plan', 'stops', 'end'])
})
