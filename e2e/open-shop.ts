import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { startShop } from '../testing/shop-process.ts'

/**
 * Starts the built shop with a new data folder before the browser tests, and stops and deletes it after them. Keeps a
 * copy of the filled but unused data for tests that start a shop of their own.
 */
export default async function openShop(config: FullConfig): Promise<() => Promise<void>> {
  const port = Number(new URL(config.projects[0]?.use.baseURL ?? '').port)
  const folder = await mkdtemp(join(tmpdir(), 'talad-e2e-'))
  const clear = () => rm(folder, { recursive: true, force: true })
  const dataDir = join(folder, 'shop')
  const stocked = join(folder, 'stocked')
  process.env.E2E_STOCKED_DATA = stocked
  try {
    const first = await startShop({ port, dataDir })
    await first.end('SIGTERM')
    await cp(dataDir, stocked, { recursive: true })
    const shop = await startShop({ port, dataDir })
    return async () => {
      await shop.end('SIGTERM')
      await clear()
    }
  } catch (error) {
    await clear()
    throw error
  }
}
