import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/common/free-port.ts'
import { startShop } from '../testing/shop-process.ts'
import { expect, test } from './shop-test.ts'

test('graceful shutdown finishes a slow request, answers new ones with 503, and stops the database', {
  tag: '@desktop',
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'talad-closing-'))
  await cp(process.env.E2E_STOCKED_DATA ?? '', dataDir, { recursive: true })
  const port = await freePort()
  const shop = await startShop({ port, dataDir })
  const slow = connect(port, '127.0.0.1')
  try {
    let reply = ''
    slow.on('data', (part) => {
      reply += part
    })
    const body = JSON.stringify({ email: 'nobody@shopper.example', password: 'a wrong password' })
    slow.write(
      `POST /api/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
        `expect: 100-continue\r\n\r\n`,
    )
    // The server has started to handle the request.
    await expect.poll(() => reply).toContain('100 Continue')
    slow.write(body.slice(0, 10))

    const ended = shop.end('SIGTERM')
    await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status).toBe(503)
    const refused = await fetch(`${shop.url}/api/product/list`)
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close'])
    expect(await refused.json()).toMatchObject({ success: false, code: 'unavailable' })
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)

    slow.write(body.slice(10))
    await expect.poll(() => reply).toContain('"code":"invalid_credentials"')
    expect(await ended).toBe(0)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  } finally {
    slow.destroy()
    await shop.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
