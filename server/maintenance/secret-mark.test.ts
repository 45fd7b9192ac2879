import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { isOtherSecret } from './secret-mark.ts'

const { db, close } = await testDatabase()
afterAll(close)

test('a process with another secret than the last one is noticed, each time', async () => {
  const started = (secret: string) => isOtherSecret(db, secret.repeat(32))
  expect(await started('a')).toBe(false)
  expect(await started('a')).toBe(false)
  expect(await started('b')).toBe(true)
  expect(await started('b')).toBe(false)
  expect(await started('a')).toBe(true)
})

test('the mark doesn’t tell the secret', async () => {
  await isOtherSecret(db, 'c'.repeat(32))
  const { secretMark } = await db.selectFrom('shopId').select('secretMark').executeTakeFirstOrThrow()
  expect(secretMark).toMatch(/^[\w-]{43}$/)
  expect(secretMark).not.toContain('ccc')
})
