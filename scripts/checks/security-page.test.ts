import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limits, serverLimits } from '../../contract/values/limits.ts'
import { lifetimes } from '../../server/domain/session-queries.ts'

/*
 * Checks docs/security.md: that the files and tests it names exist, and claims about the sources.
 */

const root = resolve(import.meta.dirname, '../..')
const name = 'docs/security.md'
const page = readFileSync(join(root, name), 'utf8')

/** Returns the paths between backquotes, and the targets of links. */
function namedFiles(markdown: string): string[] {
  const paths = Array.from(markdown.matchAll(/`([\w.-]+\/[\w./-]*)`/g), ([, path = '']) => join(root, path))
  const links = Array.from(markdown.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, path = '']) =>
    resolve(root, dirname(name), path),
  )
  return [...paths, ...links]
}

/** Returns the cells of the table of requirements: id, level, requirement, shown by. */
function rows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
}

/** The alternatives to a test in a row: a link to another page, or a note that there is none. */
const instead = /not asserted|not yet|not part of the checks yet|the proxy's|the owner's|this page/

test('every file that the page mentions exists', () => {
  const files = namedFiles(page)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(namedFiles('`server/none.test.ts`, [nothing](decisions/none.md)').filter(existsSync)).toEqual([])
})

test('every row of its table names a test or a proof, or states that there is none', () => {
  const all = rows(page)
  expect(all.length).toBeGreaterThan(80)
  const isShown = ([, , , by = '']: string[]) => /\.(test|spec)\.ts|`proofs\/|`e2e\//.test(by) || instead.test(by)
  expect(all.filter((row) => row.length !== 4 || !isShown(row))).toEqual([])
  expect(rows('| 1.2.5 | 1 | no shell | `server/media/` (read) |').filter(isShown)).toEqual([])
})

test('the limits of codes and sessions on the page are those in the code', () => {
  const words: Record<number, string> = { 5: 'five', 6: 'six', 8: 'eight', 10: 'ten' }
  const { codeDigits, codeMinutes } = limits
  const { codeTries, codeMailsPerHour, codeMailsReserved, wrongCodesPerDay } = serverLimits
  const mails = `${words[codeMailsPerHour]} mails an hour for one address and purpose from one client address`
  const unknown = `${words[codeMailsPerHour + codeMailsReserved]} from all unknown browsers`
  const [hour, day] = [3600, 86_400]
  const { shopper, seller } = lifetimes
  const text = page.replace(/\s+/g, ' ')
  for (const sentence of [
    `Codes: ${words[codeDigits]} digits, ${words[codeMinutes]} minutes, ${words[codeTries]} tries, ${mails} and ${unknown};`,
    `${wrongCodesPerDay} wrong codes a day for an account`,
    `of shoppers end after ${shopper.idle / day} idle days, and after ${shopper.absolute / day} in any case;`,
    `those of sellers after ${seller.idle / hour} idle hours, and after ${seller.absolute / day} days`,
  ])
    expect(text).toContain(sentence)
})

/** Returns the paths of files that contain a pattern, without tests and generated files. */
function filesWith(pattern: RegExp, ...globs: string[]): string[] {
  const files = globSync(globs, { cwd: root, exclude: ['web/paraglide/**', '**/*.test.*', '**/testing*', '**/*.d.ts'] })
  expect(files.length).toBeGreaterThan(10)
  return files
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

describe('in the sources', () => {
  const ours = ['server/**/*.ts', 'contract/**/*.ts', 'cli/**/*.ts', 'web/**/*.{ts,tsx}']
  const behind = ['server/**/*.ts', 'contract/**/*.ts', 'cli/**/*.ts']

  test.each([
    ['runs a text as a program', /\beval\(|\bnew Function\(|\bset(Timeout|Interval)\(\s*['"`]/, "eval('1')", ours],
    [
      'starts a shell',
      /shell: |\bexecSync\(|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'|\* as \w+ from 'node:child_process'/,
      "import { exec, spawn } from 'node:child_process'",
      ours,
    ],
    [
      'puts markup into a page',
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
      'a.innerHTML = b',
      ours,
    ],
    ['uses predictable random numbers', /Math\.random/, 'Math.random()', behind],
    [
      'hashes with MD5 or SHA-1',
      /\b(createHash|createHmac|hash)\(\s*['"`](md5|sha-?1|rsa-sha1)['"`]/i,
      "createHash('sha1')",
      behind,
    ],
  ] as const)('no file %s', (_what, pattern, planted, globs) => {
    expect(planted).toMatch(pattern)
    expect(filesWith(pattern, ...globs)).toEqual([])
  })

  test('only these files build SQL from text, with names from the code', () => {
    const pattern = /\bsql\.raw\(|\.query(<[^>]*>)?\((copy\w+\()?\s*`[^`]*\$\{/
    const name = `$${'{name}'}`
    for (const planted of ['sql.raw(name)', `client.query<Row>(\`select ${name}`, `client.query(copyTo(\`copy ${name}`])
      expect(planted).toMatch(pattern)
    expect(filesWith(pattern, ...behind)).toEqual([
      'server/database/embedded/start.ts',
      'server/database/notifications.ts',
      'server/database/statement-names.ts',
      'server/maintenance/backup/back-up.ts',
      'server/maintenance/backup/restore.ts',
    ])
  })

  test('only these files connect to other machines', () => {
    const pattern = new RegExp(
      [
        /\bfetch\(/,
        /\bimport\('(stripe|nodemailer|undici|@aws-sdk[^']*)'\)/,
        /(?<!import type .*) from '(stripe|nodemailer|undici|pg|@aws-sdk[^']*|node:(https|http2|tls|dgram))'/,
        /\{.*\b(request|get|connect|createConnection)\b.*\} from 'node:(http|net)'/,
      ]
        .map(({ source }) => source)
        .join('|'),
    )
    for (const planted of [
      "fetch('x')",
      "import pg from 'pg'",
      "import { connect } from 'node:net'",
      "import('stripe')",
    ])
      expect(planted).toMatch(pattern)
    expect(filesWith(pattern, 'server/**/*.ts', 'cli/**/*.ts')).toEqual([
      'server/database/database.ts',
      'server/database/embedded/start.ts',
      'server/database/migrations.ts',
      'server/database/notifications.ts',
      'server/database/run-jobs.ts',
      'server/mail/deliver.ts',
      'server/maintenance/backup/back-up.ts',
      'server/maintenance/backup/restore.ts',
      'server/media/s3-store.ts',
      'server/notices/line-api.ts',
      'server/notices/push-services.ts',
      'server/payments/slip/slipok-verifier.ts',
      'server/payments/stripe-events.ts',
      'server/payments/stripe-gateway.ts',
    ])
  })

  test('only these files use the browser’s storage', () => {
    const pattern =
      /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie|caches|browserStorage|tabStorage|safeStorage)\b/
    expect(filesWith(pattern, 'web/**/*.{ts,tsx}')).toEqual([
      'web/accounts/code-sent.ts',
      'web/accounts/open-account.ts',
      'web/accounts/register-draft.ts',
      'web/accounts/reset-steps.tsx',
      'web/addresses/address-draft.ts',
      'web/cart/cart.ts',
      'web/cart/checkout-choice.ts',
      'web/cart/destination.ts',
      'web/cart/seen-prices.ts',
      'web/checkout/placing/ordering.ts',
      'web/checkout/placing/promotion-code.ts',
      'web/client/browser-storage.ts',
      'web/page/language-switch.tsx',
      'web/seller/account/begun-second-step.ts',
      'web/seller/area/order-sound.ts',
      'web/seller/products/draft/stored-draft.ts',
      'web/seller/taps/photo.ts',
      'web/seller/taps/rider-taps.ts',
      'web/shell/past-searches.ts',
    ])
  })
})
