import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { callPaths, slipPicturePath, streams, webhookPath } from '../../contract/paths/call-paths.ts'
import { deliveryCallPaths } from '../../contract/paths/delivery-call-paths.ts'
import { sellerCallPaths } from '../../contract/paths/seller-call-paths.ts'
import { lineEventsPath } from '../../contract/staff/notices.ts'
import { deliveryPhotoPath } from '../../server/domain/delivery-photo.ts'
import { earlierPaths } from '../../server/http/calls/earlier-paths.ts'

/*
 * Finds paths in tests that the API doesn't have: what a test expects to be absent is absent from a 404, too.
 */

const root = resolve(import.meta.dirname, '../..')
const calls = [callPaths, deliveryCallPaths, sellerCallPaths].flatMap((paths) =>
  Object.values(paths).flatMap((group) => Object.values<{ url: string }>(group).map(({ url }) => url)),
)
const others = [...Object.values(streams), webhookPath, slipPicturePath, deliveryPhotoPath, lineEventsPath]
const known = new Set([...calls, ...others, ...earlierPaths.keys()])
const capabilities = new Set(calls.map((url) => url.split('/')[2]))

/** Returns the paths of a capability that a text names and the API doesn't have, without a query. */
function unknownPaths(text: string): string[] {
  const named = Array.from(text.matchAll(/['"`](\/api\/(\w+)\/[\w-]+)(?=['"`?#])/g))
  return named.flatMap(([, path = '', capability]) => (capabilities.has(capability) && !known.has(path) ? [path] : []))
}

test('a path that isn’t one of a capability’s calls is found, others aren’t', () => {
  const text = "get('/api/order/payment?order=1'), get(`/api/order/user?limit=1`), get('/api/no/such'), '/api/order/'"
  expect(unknownPaths(text)).toEqual(['/api/order/payment'])
})

test('tests name paths that the API has', () => {
  const own = 'scripts/checks/paths-in-tests.test.ts'
  const files = globSync('{contract,server,web,demo,cli,proofs,e2e,testing,scripts}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.test\.tsx?$|^(e2e|proofs|testing)\//.test(file) && file !== own)
  expect(files.length).toBeGreaterThan(300)
  const found = files.map((file) => [file, unknownPaths(readFileSync(join(root, file), 'utf8'))] as const)
  expect(found.filter(([, paths]) => paths.length > 0)).toEqual([])
})
