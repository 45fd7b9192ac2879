import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { freePort } from '../server/common/free-port.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { expect, test } from './shop-test.ts'

type Listed = { products: { _id: string; inStock: boolean }[] }

const seller = { email: 'seller@seller.example', password: 'a password of these tests' }

/** Reads the list over twenty connections, so that more than one worker responds. */
function lists(shop: ShopServer): Promise<Listed[]> {
  const list = () =>
    new Promise<Listed>((resolve, reject) => {
      get(`${shop.url}/api/product/list`, { agent: false }, (response) => {
        json(response).then((body) => resolve(body as Listed), reject)
      }).once('error', reject)
    })
  return Promise.all(Array.from({ length: 20 }, list))
}

/** Returns the process ids of the workers. */
function workersOf(shop: ShopServer): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === shop.pid && args.includes('main.ts') ? [Number(pid)] : []
  })
}

test('two workers show the same catalogue after a change, and a killed worker is replaced', {
  tag: '@desktop',
}, async ({ request }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'talad-workers-'))
  await cp(process.env.E2E_STOCKED_DATA ?? '', dataDir, { recursive: true })
  const settings = { SELLER_EMAIL: seller.email, SELLER_PASSWORD: seller.password }
  const shop = await startShop({ port: await freePort(), dataDir, settings, args: ['--workers', '2'] })
  try {
    expect(workersOf(shop)).toHaveLength(2)
    const [before] = await lists(shop)
    const id = before?.products.find((product) => product.inStock)?._id
    await request.post(`${shop.url}/api/seller/login`, { data: seller })

    const shown = async () => {
      const all = (await lists(shop)).map((each) => each.products.find((product) => product._id === id)?.inStock)
      return [...new Set(all)]
    }
    for (const inStock of [false, true, false]) {
      expect(await shown()).toEqual([!inStock])
      const changed = await request.post(`${shop.url}/api/product/stock`, { data: { id, inStock } })
      expect(await changed.json()).toMatchObject({ success: true })
      await expect.poll(shown, { intervals: [20] }).toEqual([inStock])
      // Once all have shown the change, none shows the old state again.
      for (let turn = 0; turn < 5; turn += 1) expect(await shown()).toEqual([inStock])
    }

    const [killed = 0] = workersOf(shop)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => workersOf(shop).filter((pid) => pid !== killed)).toHaveLength(2)
    await expect.poll(shown).toEqual([false])
  } finally {
    await shop.end('SIGTERM')
    expect(workersOf(shop)).toEqual([])
    await rm(dataDir, { recursive: true, force: true })
  }
})
