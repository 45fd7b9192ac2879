import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { brokenRules } from './dependency-rules.ts'
import { longFunctions } from './long-functions.ts'
import { slowPatterns } from './patterns.ts'

/*
 * Each checker is run on code that breaks its rules, and must report that.
 */

const root = resolve(import.meta.dirname, '../..')
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Creates a project of a few files with this project's packages. */
async function aProject(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-checkers-'))
  folders.push(folder)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

/** Runs a checker's program in a project and returns its exit code and output. */
function check(folder: string, program: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules', program), ...args],
      { cwd: folder },
      (error, stdout, stderr) => {
        done({ code: Number(error?.code ?? 0), output: stdout + stderr })
      },
    )
  })
}

describe('the import rules', () => {
  test('find static, dynamic and type-only imports, also in JSX', async () => {
    const folder = await aProject({
      'contract/values/money.ts': "import { db } from '../../server/database/database.ts'\nexport const money = db\n",
      'contract/calls.ts': "import * as z from 'zod'\nexport const calls = z.object({})\n",
      'contract/values/limits.ts': "import { calls } from '../calls.ts'\nexport const limits = calls\n",
      'web/checkout/screen/cart.tsx':
        "import { db } from '../../../server/database/database.ts'\nexport const Cart = () => <b className={`a`}>{db}</b>\n",
      'web/cart/types.ts': "import type { Db } from '../../server/database/database.ts'\nexport type Mine = Db\n",
      'web/cart/mine.ts': "export type Mine = import('../../server/database/database.ts').Db\n",
      'web/cart/later.ts': "export const later = () => import('../../server/database/database.ts')\n",
      'web/cart/schema.ts': "import { calls } from '../../contract/calls.ts'\nexport const mine = calls\n",
      'web/shell/one.ts': "import { two } from './two.ts'\nexport const one = () => two\n",
      'web/shell/two.ts': "import { one } from './one.ts'\nexport const two = () => one\n",
      'web/shell/lost.ts': "export { lost } from './nowhere.ts'\n",
      'server/database/database.ts': 'export const db = 1\nexport type Db = number\n',
      'server/http/calls/calls.ts':
        "import { ordersOf } from '../../orders/queries.ts'\nexport const mine = ordersOf\n",
      'server/accounts/queries.ts': 'export const shopperOf = 1\n',
      'server/orders/queries.ts':
        "import { shopperOf } from '../accounts/queries.ts'\nimport { place } from './placing/place-order.ts'\nexport const ordersOf = [shopperOf, place]\n",
      'server/orders/placing/place-order.ts':
        "import { sql } from 'kysely'\nimport { app } from '../routes.ts'\nexport const place = [sql, app]\n",
      'server/orders/routes.ts':
        "import { type Db, inTransaction } from '../database/database.ts'\nexport const app: Db = inTransaction\n",
      'server/accounts/routes.ts': "import type { Db } from '../database/database.ts'\nexport const app: Db = 1\n",
    })
    const { broken } = brokenRules(folder)
    expect(broken).toEqual([
      'contract-imports-nothing: contract/values/money.ts → server/database/database.ts',
      'contract-imports-zod-only: contract/values/money.ts → server/database/database.ts',
      'contract-values-imports-from-below: contract/values/limits.ts → contract/calls.ts',
      expect.stringMatching(/^no-cycles: web\/shell\/(one|two)\.ts → /),
      'no-zod-in-the-browser-at-run-time: web/cart/schema.ts → contract/calls.ts',
      'no-zod-through-the-contract-at-run-time: contract/values/limits.ts → contract/calls.ts',
      'nothing-imports-routes: server/orders/placing/place-order.ts → server/orders/routes.ts',
      'only-routes-and-tasks-beside-parts-import-them: server/orders/queries.ts → server/orders/placing/place-order.ts',
      'orders-imports-its-neighbours-only: server/orders/queries.ts → server/accounts/queries.ts',
      'queries-import-queries-only-at-run-time: server/orders/queries.ts → server/orders/placing/place-order.ts',
      'routes-open-no-transactions: server/orders/routes.ts → server/database/database.ts',
      'server-http-imports-from-below: server/http/calls/calls.ts → server/orders/queries.ts',
      'sql-is-in-queries: server/orders/placing/place-order.ts → node_modules/kysely/',
      'unresolved-import: web/shell/lost.ts → web/shell/nowhere.ts',
      'web-never-imports-server: web/cart/later.ts → server/database/database.ts',
      'web-never-imports-server: web/cart/mine.ts → server/database/database.ts',
      'web-never-imports-server: web/cart/types.ts → server/database/database.ts',
      'web-never-imports-server: web/checkout/screen/cart.tsx → server/database/database.ts',
    ])
  })

  test('apply to every folder', async () => {
    const one = (path: string) => `import { it } from '${path}'\nexport const mine = it\n`
    const its = 'export const it = 1\n'
    const folder = await aProject({
      'contract/values/money.ts': one('../../shop.config.ts'),
      'contract/pricing/pricing.ts': one('../delivery/delivery.ts'),
      'contract/delivery/delivery.ts': its,
      'contract/loyalty/points.ts': one('../values/money.ts'),
      'shop.config.ts': its,
      'server/common/log.ts': one('../start/config.ts'),
      'server/start/config.ts': one('../database/database.ts'),
      'server/database/database.ts': one('../http/calls/calls.ts'),
      'server/domain/shopper-lock.ts': one('../http/calls/calls.ts'),
      'server/http/calls/calls.ts': one('../../catalog/queries.ts'),
      'server/catalog/queries.ts': one('../http/calls/calls.ts'),
      'server/pages/pages.ts': one('../../web/ui/button.tsx'),
      'server/media/store.ts': one('../../testing/shop.ts'),
      'server/catalog/edit/add-product.ts': one('../../http/calls/calls.ts'),
      'web/ui/button.tsx': one('../page/page-meta.ts'),
      'web/shop.ts': one('../shop.config.ts'),
      'web/favourites/favourites.tsx': one('../ui/button.tsx'),
      'web/seller/help/help.tsx': one('../area/area.tsx'),
      'server/loyalty/points.ts': one('../common/log.ts'),
      'server/orders/routes.ts': one('./promptpay/send-slip.ts'),
      'server/orders/order-replies.ts': one('./money/refund-order.ts'),
      'server/orders/money/refund-order.ts': one('../steps/cancel-order.ts'),
      'server/orders/steps/cancel-order.ts': one('../placing/place-order.ts'),
      'server/orders/placing/place-order.ts': one('../paying/pay-order.ts'),
      'server/orders/paying/pay-order.ts': one('../promptpay/send-slip.ts'),
      'server/orders/promptpay/send-slip.ts': one('../order-replies.ts'),
      'server/orders/gifts/gift.ts': one('../order-replies.ts'),
      'web/page/page-meta.ts': one('../shell/shell.tsx'),
      'web/contact/contact.tsx': one('../shell/shell.tsx'),
      'web/shell/shell.tsx': its,
      'web/checkout/placing/ordering.ts': one('../paying/promptpay.tsx'),
      'web/checkout/paying/promptpay.tsx': one('../screen/cart.tsx'),
      'web/checkout/screen/cart.tsx': one('../placing/ordering.ts'),
      'web/checkout/gifts/gift.tsx': one('../screen/cart.tsx'),
      'web/checkout/beside.ts': one('./screen/cart.tsx'),
      'web/seller/client/api.ts': one('../ui/switch.tsx'),
      'web/seller/ui/switch.tsx': one('../account/login.tsx'),
      'web/seller/account/login.tsx': one('../area/area.tsx'),
      'web/seller/area/area.tsx': one('../orders/list/orders.tsx'),
      'web/seller/orders/steps/order-rules.ts': one('../money/refund-draft.ts'),
      'web/seller/orders/money/refund-draft.ts': one('../list/orders.tsx'),
      'web/seller/orders/list/orders.tsx': one('../steps/order-rules.ts'),
      'web/seller/orders/invoices/invoice.tsx': one('../list/orders.tsx'),
      'web/seller/search/search.tsx': one('../promotions/promotions.tsx'),
      'web/seller/promotions/promotions.tsx': its,
      'demo/load-demo.ts': one('../web/ui/button.tsx'),
      'cli/backup.ts': one('../bench/bench.ts'),
      'bench/bench.ts': one('../proofs/prove.ts'),
      'proofs/prove.ts': one('../e2e/shopper.ts'),
      'e2e/shopper.ts': one('../web/ui/button.tsx'),
      'testing/shop.ts': one('../scripts/browser.ts'),
      'scripts/browser.ts': one('../demo/load-demo.ts'),
    })
    const { broken } = brokenRules(folder)
    expect(broken.filter((line) => !line.startsWith('no-cycles'))).toEqual([
      'bench-and-proofs-are-separate: bench/bench.ts → proofs/prove.ts',
      'bench-and-proofs-are-separate: proofs/prove.ts → e2e/shopper.ts',
      'contract-imports-nothing: contract/values/money.ts → shop.config.ts',
      'contract-imports-zod-only: contract/values/money.ts → shop.config.ts',
      'contract-pricing-imports-from-below: contract/pricing/pricing.ts → contract/delivery/delivery.ts',
      'demo-cli-and-testing-import-the-server: cli/backup.ts → bench/bench.ts',
      'demo-cli-and-testing-import-the-server: demo/load-demo.ts → web/ui/button.tsx',
      'demo-cli-and-testing-import-the-server: testing/shop.ts → scripts/browser.ts',
      'e2e-tests-through-the-browser: e2e/shopper.ts → web/ui/button.tsx',
      'every-folder-is-listed: contract/loyalty/points.ts → contract/values/money.ts',
      'every-folder-is-listed: server/loyalty/points.ts → server/common/log.ts',
      'every-folder-is-listed: server/orders/gifts/gift.ts → server/orders/order-replies.ts',
      'every-folder-is-listed: web/checkout/beside.ts → web/checkout/screen/cart.tsx',
      'every-folder-is-listed: web/checkout/gifts/gift.tsx → web/checkout/screen/cart.tsx',
      'every-folder-is-listed: web/favourites/favourites.tsx → web/ui/button.tsx',
      'every-folder-is-listed: web/seller/help/help.tsx → web/seller/area/area.tsx',
      'every-folder-is-listed: web/seller/orders/invoices/invoice.tsx → web/seller/orders/list/orders.tsx',
      'only-routes-and-tasks-beside-parts-import-them: server/orders/order-replies.ts → server/orders/money/refund-order.ts',
      'operations-know-no-http: server/catalog/edit/add-product.ts → server/http/calls/calls.ts',
      'operations-know-no-http: server/catalog/queries.ts → server/http/calls/calls.ts',
      'product-code-imports-no-tests: server/media/store.ts → testing/shop.ts',
      'queries-never-refuse: server/catalog/queries.ts → server/http/calls/calls.ts',
      'scripts-stay-small: scripts/browser.ts → demo/load-demo.ts',
      'seller-account-imports-from-below: web/seller/account/login.tsx → web/seller/area/area.tsx',
      'seller-area-imports-from-below: web/seller/area/area.tsx → web/seller/orders/list/orders.tsx',
      'seller-client-imports-from-below: web/seller/client/api.ts → web/seller/ui/switch.tsx',
      'seller-search-imports-no-screen: web/seller/search/search.tsx → web/seller/promotions/promotions.tsx',
      'seller-ui-imports-from-below: web/seller/ui/switch.tsx → web/seller/account/login.tsx',
      'server-common-imports-from-below: server/common/log.ts → server/start/config.ts',
      'server-database-imports-from-below: server/database/database.ts → server/http/calls/calls.ts',
      'server-domain-imports-from-below: server/domain/shopper-lock.ts → server/http/calls/calls.ts',
      'server-http-imports-from-below: server/http/calls/calls.ts → server/catalog/queries.ts',
      'server-never-imports-web: server/pages/pages.ts → web/ui/button.tsx',
      'server-orders-money-imports-from-below: server/orders/money/refund-order.ts → server/orders/steps/cancel-order.ts',
      'server-orders-paying-imports-from-below: server/orders/paying/pay-order.ts → server/orders/promptpay/send-slip.ts',
      'server-orders-placing-imports-from-below: server/orders/placing/place-order.ts → server/orders/paying/pay-order.ts',
      'server-orders-steps-imports-from-below: server/orders/steps/cancel-order.ts → server/orders/placing/place-order.ts',
      'server-start-imports-from-below: server/start/config.ts → server/database/database.ts',
      'web-checkout-paying-imports-from-below: web/checkout/paying/promptpay.tsx → web/checkout/screen/cart.tsx',
      'web-checkout-placing-imports-from-below: web/checkout/placing/ordering.ts → web/checkout/paying/promptpay.tsx',
      'web-contact-and-its-neighbours: web/contact/contact.tsx → web/shell/shell.tsx',
      'web-page-imports-from-below: web/page/page-meta.ts → web/shell/shell.tsx',
      'web-reads-settings-from-the-page: web/shop.ts → shop.config.ts',
      'web-seller-orders-money-imports-from-below: web/seller/orders/money/refund-draft.ts → web/seller/orders/list/orders.tsx',
      'web-seller-orders-steps-imports-from-below: web/seller/orders/steps/order-rules.ts → web/seller/orders/money/refund-draft.ts',
      'web-ui-imports-from-below: web/ui/button.tsx → web/page/page-meta.ts',
    ])
  })

  test('allow the web app to import types of schemas', async () => {
    const folder = await aProject({
      'contract/calls.ts':
        "import * as z from 'zod'\nexport const calls = z.object({})\nexport type Calls = typeof calls\n",
      'web/checkout/screen/cart.tsx':
        "import type { Calls } from '../../../contract/calls.ts'\nexport const Cart = (_: Calls) => <b>1</b>\n",
    })
    expect(brokenRules(folder)).toEqual({ broken: [], files: expect.any(Number) })
  })
})

test('the search for slow patterns finds quadratic and exponential ones, and those built at run time', async () => {
  const oldEmail = String.raw`/^[^\s@\p{Cc},;<>"]+@[^\s@\p{Cc},;<>"]+\.[^\s@\p{Cc},;<>"]+$/u`
  const folder = await aProject({
    'contract/entities/fields.ts': `export const email = ${oldEmail}\nexport const otp = /^[0-9]{6}$/\n`,
    'web/checkout/screen/cart.tsx': 'export const Cart = (name: string) => <b>{name.replace(/(a+)+$/, "")}</b>\n',
    'server/app.ts': "export const path = (url: string) => url.replace(/\\/+$/, '')\nexport const x = /a b/i\n",
    'server/kept.ts': 'export const named = (name: string) => new RegExp(name)\n',
    'server/kept.test.ts': 'export const slow = /(a+)+$/\n',
  })
  expect(slowPatterns(folder)).toEqual({
    patterns: 5,
    slow: [
      'server/kept.ts: new RegExp is built at run time',
      `contract/entities/fields.ts: ${oldEmail} (2nd degree polynomial)`,
      'server/app.ts: /\\/+$/ (2nd degree polynomial)',
      'web/checkout/screen/cart.tsx: /(a+)+$/ (exponential)',
    ],
  })
})

test('the type checker finds a string that is assigned to a number', async () => {
  const folder = await aProject({
    'tsconfig.json': JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { types: [] },
      include: ['*.ts'],
    }),
    'price.ts': "export const price: number = 'free'\n",
  })
  const { code, output } = await check(folder, 'typescript/bin/tsc', '--noEmit')
  expect(output).toContain("price.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.")
  expect(code).not.toBe(0)
})

test('the linter finds an error and the formatter another style', async () => {
  const folder = await aProject({ 'price.ts': 'export function price( ) { debugger }\n' })
  const config = `--config-path=${join(root, 'biome.json')}`
  const { code, output } = await check(folder, '@biomejs/biome/bin/biome', 'ci', config, '--vcs-enabled=false', '.')
  expect(output).toContain('lint/suspicious/noDebugger')
  expect(output).toContain('File content differs from formatting output')
  expect(code).not.toBe(0)
})

test('the search for long functions counts lines of JSX, and finds one of more than 100', async () => {
  const component = (lines: number) =>
    `export function Cart() {\n  return (\n    <ul>\n${'      <li>Mango</li>\n'.repeat(lines - 6)}    </ul>\n  )\n}\n`
  const folder = await aProject({
    'web/checkout/screen/cart.tsx': component(100),
    'web/checkout/screen/long.tsx': component(101),
    'web/seller/area/area.tsx': `// Its parts are short.\n${component(80)}export const more = () => {\n${component(125).slice(7)}}\n`,
  })
  expect(longFunctions(folder)).toEqual([
    'web/checkout/screen/long.tsx:1: a function of 101 lines',
    'web/seller/area/area.tsx:82: a function of 127 lines',
    'web/seller/area/area.tsx:83: a function of 125 lines',
  ])
})

test('the search for unused code finds an unused export, file and package', async () => {
  const folder = await aProject({
    'package.json': JSON.stringify({ name: 'planted', type: 'module', dependencies: { zod: '4' } }),
    'knip.json': JSON.stringify({ entry: ['main.ts'], project: ['*.ts'] }),
    'main.ts': "import { used } from './room.ts'\nused()\n",
    'room.ts': 'export const used = () => 1\nexport const unused = () => 2\n',
    'forgotten.ts': 'export const forgotten = 1\n',
  })
  const { code, output } = await check(folder, 'knip/bin/knip.js', '--no-progress')
  const said = ['Unused files (1)', 'forgotten.ts', 'Unused dependencies (1)', 'zod', 'Unused exports (1)', 'unused']
  for (const words of said) expect(output).toContain(words)
  expect(code).not.toBe(0)
})
