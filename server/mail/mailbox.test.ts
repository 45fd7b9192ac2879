import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shop as shopConfig } from '../../shop.config.ts'
import { type TestShop, testShop } from '../../testing/shop.ts'
import { makeApp } from '../app.ts'
import { diskStore } from '../media/store.ts'
import { liveShop } from '../settings/live-shop.ts'
import { mailboxDelivery } from './deliver.ts'
import { Mailbox, openMailbox, type StoredMail } from './mailbox.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-mailbox-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const aMail = (change: Partial<StoredMail> = {}): StoredMail => ({
  to: 'mali@shopper.example',
  subject: 'A code',
  text: 'text',
  html: '<p>html</p>',
  sentAt: '2026-01-02T03:04:05.000Z',
  ...change,
})

describe('the mailbox', () => {
  test('the mailbox is empty at first', async () => {
    expect(await new Mailbox(join(folder, 'none')).newest()).toEqual([])
  })

  test('shows the newest mail first, or those to one address', async () => {
    const mailbox = new Mailbox(join(folder, 'order'))
    await mailbox.store('code-9', aMail({ subject: 'first', sentAt: '2026-01-02T03:04:05.000Z' }))
    await mailbox.store('code-10', aMail({ subject: 'third', sentAt: '2026-01-02T03:04:07.000Z' }))
    await mailbox.store('code-8', aMail({ subject: 'second', to: 'x@y.example', sentAt: '2026-01-02T03:04:06.000Z' }))
    const subjects = async (to?: string) => (await mailbox.newest(to)).map((mail) => mail.subject)
    expect(await subjects()).toEqual(['third', 'second', 'first'])
    expect(await subjects(' Mali@Shopper.example ')).toEqual(['third', 'first'])
    expect(await subjects('nobody@shopper.example')).toEqual([])
  })

  test('stores a mail once, however often its job runs', async () => {
    const mailbox = new Mailbox(join(folder, 'twice'))
    const deliver = mailboxDelivery(mailbox)
    const mail = { to: 'mali@shopper.example', id: 'order-1', subject: 'Order', text: 'text', html: 'html' }
    await deliver(mail)
    await deliver(mail)
    expect(await mailbox.newest()).toEqual([
      { to: mail.to, subject: 'Order', text: 'text', html: 'html', sentAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
  })

  test('stores a mail whose job runs twice at the same instant', async () => {
    const mailbox = new Mailbox(join(folder, 'at-once'))
    await mailbox.store('code-1', aMail())
    await Promise.all(Array.from({ length: 20 }, () => mailbox.store('code-2', aMail())))
    expect((await readdir(join(folder, 'at-once'))).sort()).toEqual(['code-1.json', 'code-2.json'])
  })

  test('isn’t readable by other users of the machine, also if it was before', async () => {
    for (const name of ['fresh', 'open']) {
      const box = join(folder, name)
      if (name === 'open') await mkdir(box, { mode: 0o755 })
      const mailbox = await openMailbox(box)
      await mailbox.store('code-1', aMail())
      const modes = await Promise.all([box, join(box, 'code-1.json')].map(async (path) => (await stat(path)).mode))
      expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
    }
    const late = new Mailbox(join(folder, 'late'))
    await late.store('code-1', aMail())
    expect(((await stat(join(folder, 'late'))).mode & 0o777).toString(8)).toBe('700')
  })

  test('never shows an incomplete mail', async () => {
    const mailbox = new Mailbox(join(folder, 'half'))
    await mailbox.store('code-1', aMail())
    await writeFile(join(folder, 'half', '.code-2.draft'), '{"to":"mal')
    expect(await mailbox.newest()).toHaveLength(1)
    expect(await readdir(join(folder, 'half'))).toContain('code-1.json')
  })
})

describe('the page of the mailbox', () => {
  let shop: TestShop
  let app: TestShop['app']
  let mailbox: Mailbox
  beforeAll(async () => {
    shop = await testShop()
    mailbox = new Mailbox(join(folder, 'page'))
    const config = { publicUrl: 'http://127.0.0.1:3000', port: 3000, production: false, demo: true, limits: false }
    app = await makeApp({
      config: { ...config, allowedOrigins: [], trustProxy: [], dataDir: folder },
      live: liveShop(shop.db, shopConfig),
      db: shop.db,
      store: await diskStore(join(folder, 'pictures')),
      slips: await diskStore(join(folder, 'slips')),
      photos: await diskStore(join(folder, 'photos')),
      secret: shop.secret,
      mailbox,
      logger: false,
    })
  })
  afterAll(async () => {
    await app.close()
    await shop.close()
  })

  test('the page of the mailbox says that there is no mail yet', async () => {
    expect((await app.inject('/dev/mailbox')).body).toContain('No mail yet.')
  })

  test('returns the mails as JSON to programs', async () => {
    await mailbox.store('code-1', aMail({ subject: 'one' }))
    await mailbox.store('code-2', aMail({ to: 'other@shopper.example', subject: 'two' }))
    const reply = await app.inject('/dev/mailbox?format=json&to=mali@shopper.example')
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toEqual([aMail({ subject: 'one' })])
  })

  test('the page of the mailbox shows mails in sandboxed frames', async () => {
    const html = '<script>alert("mail")</script>'
    await mailbox.store(
      'code-3',
      aMail({ to: 'bad@shopper.example', subject: '<script>x</script>', text: '<b>', html }),
    )
    const reply = await app.inject('/dev/mailbox?to=bad@shopper.example')
    expect(reply.body).not.toContain('<script')
    expect(reply.body).toContain('<iframe sandbox ')
    expect(reply.body).toContain('&lt;/style&gt;&lt;script&gt;alert(&quot;mail&quot;)&lt;/script&gt;"')
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/)
    expect((await app.inject('/dev/mailbox?to="><script>1</script>')).body).not.toContain('<script')
  })

  test('doesn’t exist in a shop with a mail server', async () => {
    expect((await shop.app.inject('/dev/mailbox')).statusCode).toBe(404)
  })
})
