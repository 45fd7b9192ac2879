import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { testShop, verified } from '../testing/shop.ts'

const shop = await testShop()
afterAll(() => shop.close())

const program = fileURLToPath(new URL('./shopper.ts', import.meta.url))

function command(...args: string[]): Promise<{ code: number; output: string; error: string }> {
  const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: shop.url }
  return new Promise((done) =>
    execFile(process.execPath, [program, ...args], { env }, (failed, output, error) =>
      done({ code: Number(failed?.code ?? 0), output, error }),
    ),
  )
}

// Each command is a process of its own, which is slow on a busy machine.
describe('the owner’s command for shoppers', { timeout: 60_000 }, () => {
  test('shows what is kept of a shopper, and erases it once', async () => {
    const { user } = await verified(shop)
    // However the address is typed.
    const shown = await command('show', ` ${user.email.toUpperCase()}`)
    expect(JSON.parse(shown.output)).toMatchObject({ account: { email: user.email }, addresses: [], orders: [] })
    expect(await command('erase', user.email)).toMatchObject({ code: 0, output: expect.stringContaining('is erased') })
    const again = await command('erase', user.email)
    expect(again).toEqual({ code: 1, output: '', error: `There is no shopper ${user.email}.\n` })
  })

  test.each([[[]], [['erase']], [['delete', 'a@b.example']]])(
    'shows how it is used when called with %j',
    async (args) => {
      const { code, error } = await command(...args)
      expect([code, error]).toEqual([2, expect.stringMatching(/^Usage: npm run shopper -- show EMAIL/)])
    },
  )
})
