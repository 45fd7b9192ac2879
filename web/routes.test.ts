import { readFile } from 'node:fs/promises'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { inAppPath } from '../contract/paths/in-app-path.ts'
import routes from './routes.ts'

/** The paths of all screens, such as `/products/:category`. */
function pathsOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children }) => {
    const here = path === undefined ? above || '/' : `${above}/${path}`
    return children ? pathsOf(children, here) : [here]
  })
}
const paths = pathsOf(routes).filter((path) => path !== '/*')

test('every screen may be the next one, or is known not to be', () => {
  const notNext = ['/loader', '/seller/reset-password', '/seller/products/:id']
  const missing = paths.filter((path) => !notNext.includes(path) && !inAppPath(path.replaceAll(':', '')))
  expect(missing, 'add these screens to contract/paths/in-app-path.ts, or to `notNext` here').toEqual([])
})

/** Returns the screens that no path quoted in a file of the project leads to. */
async function unvisited(file: string): Promise<string[]> {
  const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8')
  const visited = [...text.matchAll(/'(\/[^'?]*)/g)].map(([, path = '']) => path)
  return paths.filter((path) => !visited.some((visit) => matchPath(path, visit)))
}

test('every screen of shoppers is examined by axe', async () => {
  // Reached by a press there, or sends on at once.
  const byPress = ['/products/:category/:id']
  const missing = (await unvisited('e2e/axe.spec.ts')).filter(
    (path) => !path.startsWith('/seller') && !byPress.includes(path),
  )
  expect(missing, 'visit these screens in e2e/axe.spec.ts').toEqual([])
})

test('every screen gets random requests', async () => {
  expect(await unvisited('proofs/fuzz-requests.ts'), 'add these screens to `otherPaths` there').toEqual([])
})
