import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/database/database.ts'
import { withClient } from '../../testing/database/with-client.ts'
import { makeDb, makePool } from '../database/database.ts'
import { migrate, readMigrations } from '../database/migrations.ts'
import { backUp } from '../maintenance/backup/back-up.ts'
import { restore } from '../maintenance/backup/restore.ts'
import { diskStore } from '../media/store.ts'
import { signIn } from './sign-in.ts'

/*
 * Accounts of an earlier version of the shop, as its library stored them.
 */

const shopperPassword = 'ต้มยำกุ้ง เผ็ดมาก'
const sellerPassword = 'correct horse battery'
const rows = `
  insert into shopper (id, name, email, email_verified, image, language)
    values ('01a2021c-7e37-768a-b7e3-fa916673c8f8', 'มะลิ', 'mali@shopper.example', true, null, 'th');
  insert into shopper_credential (id, shopper_id, account_id, provider_id, password)
    values ('01a2021c-7e3b-7388-8f83-31a543a060f1', '01a2021c-7e37-768a-b7e3-fa916673c8f8',
      '01a2021c-7e37-768a-b7e3-fa916673c8f8', 'credential',
      '$argon2id$v=19$m=19456,t=2,p=1$yms7VlDTdTi10eieO5ktVg$UGS7EE8B/gBrhuWnnjGUhQjuTwE9cHL9AKzRc7za1fE');
  insert into shopper_session (id, shopper_id, token, expires_at, ip_address, user_agent)
    values ('01a2021c-7e3d-752b-aada-432ca15bbfbf', '01a2021c-7e37-768a-b7e3-fa916673c8f8',
      '5mTdMUYeEjfAuEc7zSSw1QdIfEqW1zTqYH4Q2_UjOQc', now() + interval '7 days', '', '');
  insert into seller (id, name, email, email_verified)
    values ('01a2021c-7ea3-7665-a3b3-d9ed4288d4ec', 'Owner', 'owner@shop.example', false);
  insert into seller_credential (id, seller_id, account_id, provider_id, password)
    values ('01a2021c-7ea5-77ce-a1d6-911561bff7f2', '01a2021c-7ea3-7665-a3b3-d9ed4288d4ec',
      '01a2021c-7ea3-7665-a3b3-d9ed4288d4ec', 'credential',
      '$argon2id$v=19$m=19456,t=2,p=1$CGU/4Q/rxVageBii5y1jAg$RaC3aId1cV11/1MTv6m7+3E+22cM5hMw01kSQQPmqEw');`

let folder: string
let database: Awaited<ReturnType<typeof emptyDatabase>>
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-older-accounts-'))
  database = await emptyDatabase()
  const migrations = await readMigrations()
  await migrate(
    database.url,
    migrations.filter(({ name }) => name < '0020'),
  )
  await withClient(database.url, (client) => client.query(rows))
  file = join(folder, 'older.backup')
  const store = await diskStore(join(folder, 'pictures'))
  await backUp(file, { url: database.url, store, slips: store, shop: '0.1.0' })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Expects that the old passwords sign in, that the open session still works, and that the seller is an owner. */
async function expectAccounts(url: string) {
  const pool = makePool(url, { max: 2 })
  const db = makeDb(pool)
  const client = { address: '127.0.0.1', browserToken: undefined, known: false }
  const mali = { email: 'Mali@shopper.example', password: shopperPassword }
  expect(await signIn(db, 'shopper', mali, client)).toMatchObject({
    user: {
      id: '01a2021c-7e37-768a-b7e3-fa916673c8f8',
      name: 'มะลิ',
      email: 'mali@shopper.example',
      emailVerified: true,
    },
  })
  const owner = { email: 'owner@shop.example', password: sellerPassword }
  expect(await signIn(db, 'seller', owner, client)).toMatchObject({
    user: { id: '01a2021c-7ea3-7665-a3b3-d9ed4288d4ec' },
  })
  for (const [kind, credentials] of [
    ['shopper', { ...mali, password: `${shopperPassword} ` }],
    ['seller', { ...owner, password: shopperPassword }],
    ['seller', mali],
  ] as const)
    await expect(signIn(db, kind, credentials, client)).rejects.toMatchObject({ code: 'invalid_credentials' })
  const { rows: roles } = await pool.query<{ email: string; role: string }>('select email, role from seller')
  expect(roles).toEqual([{ email: 'owner@shop.example', role: 'owner' }])
  const { rows: sessions } = await pool.query<{ token: string }>(
    'select token from shopper_session order by created_at',
  )
  expect(sessions).toHaveLength(2)
  expect(sessions[0]?.token).toBe('5mTdMUYeEjfAuEc7zSSw1QdIfEqW1zTqYH4Q2_UjOQc')
  await pool.end()
}

test('accounts of a migrated database sign in with their passwords', async () => {
  await migrate(database.url)
  await expectAccounts(database.url)
})

test('accounts of a restored older backup sign in with their passwords', async () => {
  const { url, close } = await emptyDatabase()
  const store = await diskStore(join(folder, 'restored'))
  await restore(file, { url, store, slips: store })
  await expectAccounts(url)
  await close()
})
