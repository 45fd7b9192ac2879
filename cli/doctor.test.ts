import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop as shopConfig } from '../shop.config.ts'
import { anAddress, aProduct } from '../testing/makers/rows.ts'
import { s3Server } from '../testing/services/s3.ts'
import { type TestShop, testShop, verified } from '../testing/shop.ts'

let shop: TestShop
let folder: string
let smtp: SMTPServer
const mails: { to: string[]; raw: string }[] = []
beforeAll(async () => {
  shop = await testShop()
  folder = await mkdtemp(join(tmpdir(), 'talad-doctor-'))
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (part) => (raw += part))
      stream.once('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const program = fileURLToPath(new URL('./doctor.ts', import.meta.url))
function doctor(
  args: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: shop.url, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

test('reports what works and what doesn’t, and sends a test mail', { timeout: 60_000 }, async () => {
  const well = await doctor([])
  expect(well.output).toContain('ok      database and disk')
  expect(well).toMatchObject({ code: 0 })

  await aProduct(shop.db)
  await shop.db.updateTable('product').set({ demo: true }).execute()
  const { port } = smtp.server.address() as AddressInfo
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    SECRET: 'a secret of at least thirty-two characters',
    MAIL_FROM: 'Shop <shop@shop.example>',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  }
  const opening = await doctor(['anna@shop.example'], production)
  expect(opening.code).toBe(1)
  expect(opening.output).toContain("WRONG   the demo's data is still there: 1 of the demo's product")
  expect(opening.output).toContain('npm run seller -- create')
  expect(opening.output).toContain('ok      mail: handed to the mail server for anna@shop.example')
  expect(mails).toMatchObject([{ to: ['anna@shop.example'], raw: expect.stringContaining('Subject: Talad: a test') }])
  const silent = await doctor(['anna@shop.example'], { ...production, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(silent.output).toMatch(/WRONG {3}mail: .*ECONNREFUSED/)

  // An owner has renamed the shop.
  const renamed = JSON.stringify({ ...shopConfig, name: 'Som & <Sons>' })
  await shop.db.insertInto('setting').values({ topic: 'shop', value: renamed }).execute()
  await doctor(['anna@shop.example'], production)
  const { raw } = mails[1] ?? { raw: '' }
  expect(raw).toContain('Subject: Som & <Sons>: a test mail')
  expect(raw).toContain("This is a test of Som & <Sons>'s mail.")
  expect(raw).toContain('<p>This is a test of Som &amp; &lt;Sons&gt;&#39;s mail.')
})

test('names a currency with which the shop would not start', { timeout: 60_000 }, async () => {
  const shopper = await verified(shop)
  const product = await aProduct(shop.db, {})
  const address = await anAddress(shop.db, shopper.user._id)
  await shopper.post('/api/order/cod', { items: [{ product: product.id, quantity: 1 }], address })
  await shop.pool.query(
    "insert into shop_currency (code) values ('THB') on conflict ((true)) do update set code = 'THB'",
  )
  const { code, output } = await doctor([])
  expect(code).toBe(1)
  expect(output).toContain('WRONG   This shop has orders in THB, and shop.config.ts says USD')
})

test('prints its usage, and takes neither “help” nor an unknown option as an address', async () => {
  const usage = expect.stringMatching(/^Usage: npm run doctor/)
  const before = mails.length
  const smtpUrl = { SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` }
  for (const asked of ['help', '--help'])
    expect(await doctor([asked], smtpUrl)).toMatchObject({ code: 0, output: usage })
  for (const wrong of [['--nope'], ['anna@shop.example', 'ben@shop.example']])
    expect(await doctor(wrong, smtpUrl)).toMatchObject({ code: 2, output: usage })
  expect(mails).toHaveLength(before)
})

test('asks the bucket of pictures with the shop’s keys', { timeout: 60_000 }, async () => {
  const bucket = await s3Server()
  const settings = (secretKey: string) => ({
    PICTURES_S3_BUCKET: bucket.settings.bucket,
    PICTURES_S3_ENDPOINT: bucket.settings.endpoint ?? '',
    PICTURES_S3_REGION: bucket.settings.region,
    PICTURES_S3_ACCESS_KEY: bucket.settings.accessKey,
    PICTURES_S3_SECRET_KEY: secretKey,
  })
  try {
    const right = await doctor([], settings(bucket.settings.secretKey))
    expect(right.output).toContain('ok      pictures (bucket talad-pictures)')
    const wrong = await doctor([], settings('another'))
    expect(wrong.output).toMatch(/WRONG {3}pictures: the bucket of pictures: .*SignatureDoesNotMatch/)
  } finally {
    await bucket.close()
  }
})
