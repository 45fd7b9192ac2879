import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PictureSize, pictureName } from '../../contract/catalog/pictures.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { aProduct, aShopper } from '../../testing/makers/rows.ts'
import { newId } from '../common/ids.ts'
import type { Db } from '../database/database.ts'
import { tidyPrivatePictures } from './private-pictures.ts'
import { currentTransactionId, haveTransactionsEnded, soldPictures } from './queries.ts'
import { diskStore, type PictureStore } from './store.ts'
import { tidyPictures } from './tidy-pictures.ts'

const { db, close } = await testDatabase()
let folder: string
let inside: string
let store: PictureStore
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'talad-clean-'))
})
beforeEach(async () => {
  inside = path.join(folder, newId())
  store = await diskStore(inside)
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

const size: PictureSize = { width: 8, height: 6 }
const newHash = () => randomBytes(16).toString('hex')
const urlOf = (hash: string) => `/pictures/${pictureName(hash, size, 'webp')}`

/** Stores a picture in its two formats, put `days` days ago. */
async function aPicture(days: number, hash = newHash()): Promise<string> {
  for (const format of ['avif', 'webp'] as const) await store.put(pictureName(hash, size, format), Buffer.from('x'))
  const time = new Date(Date.now() - days * 86_400_000)
  for (const name of await names()) if (name.startsWith(hash)) await utimes(path.join(inside, name), time, time)
  return hash
}
async function names(): Promise<string[]> {
  const all: string[] = []
  for await (const name of store.list()) all.push(name)
  return all
}
const hashesLeft = async () => [...new Set((await names()).map((name) => name.slice(0, 32)))].sort()

async function ofProduct(hashes: string[], archivedAt?: Date) {
  const product = await aProduct(db, archivedAt ? { archivedAt } : {})
  await db
    .updateTable('product')
    .set({ pictures: hashes.map(urlOf) })
    .where('id', '=', product.id)
    .execute()
  return product.id
}

async function anOrderShowing(hashes: string[], tx: Db = db) {
  const shopper = await aShopper(tx)
  const orderId = newId()
  await tx
    .insertInto('shopOrder')
    .values({
      id: orderId,
      shopperId: shopper.id,
      paymentType: 'COD',
      status: 'Order Placed',
      subtotalCents: 1,
      taxCents: 0,
      amountCents: 1,
      address: JSON.stringify({}),
      language: 'en',
      fingerprint: orderId,
    })
    .execute()
  await tx
    .insertInto('orderLine')
    .values(
      hashes.map((hash, position) => ({
        orderId,
        position,
        productId: newId(),
        quantity: 1,
        offerPriceCents: 1,
        product: JSON.stringify({ image: [urlOf(newHash()), urlOf(hash)] }),
      })),
    )
    .execute()
}

test('deletes pictures that neither a product nor an order shows a day after they were put', async () => {
  const [shown, archived, sold, orphan, young] = [
    await aPicture(9),
    await aPicture(9),
    await aPicture(9),
    await aPicture(9),
    await aPicture(0.9),
  ]
  await ofProduct([newHash(), shown])
  await ofProduct([archived], new Date())
  await anOrderShowing([newHash(), sold])
  expect(await tidyPictures({ db, store })).toBe(2)
  expect(await hashesLeft()).toEqual([shown, archived, sold, young].sort())
  expect(orphan).toHaveLength(32)
  expect(await tidyPictures({ db, store })).toBe(0)
})

test('keeps pictures that a setting shows', async () => {
  const hash = await aPicture(2)
  const unused = await aPicture(2)
  const value = { categories: [{ path: 'Fish', picture: urlOf(hash) }] }
  await db
    .insertInto('setting')
    .values({ topic: 'categories', value: JSON.stringify(value) })
    .execute()
  await tidyPictures({ db, store })
  const left = await hashesLeft()
  expect([left.includes(hash), left.includes(unused)]).toEqual([true, false])
})

test('a picture that is put again for a new product stays', async () => {
  const hash = await aPicture(9)
  await store.put(pictureName(hash, size, 'webp'), Buffer.from('x'))
  await tidyPictures({ db, store })
  expect(await names()).toEqual([pictureName(hash, size, 'webp')])
})

test('deletes unfinished files of killed processes', async () => {
  const unfinished = path.join(inside, `.${newId()}.draft`)
  await writeFile(unfinished, 'half')
  expect(await tidyPictures({ db, store })).toBe(0)
  await utimes(unfinished, new Date('2026-01-01'), new Date('2026-01-01'))
  expect(await tidyPictures({ db, store })).toBe(1)
})

test('keeps the earlier pictures of a product whose order is being placed', async () => {
  const hash = await aPicture(9)
  const tx = await db.startTransaction().execute()
  await anOrderShowing([hash], tx)
  const mark = await currentTransactionId(db)
  expect(await haveTransactionsEnded(db, mark)).toBe(false)
  const cleaning = tidyPictures({ db, store })
  await tx.commit().execute()
  await cleaning
  expect(await hashesLeft()).toEqual([hash])
  await expect.poll(() => haveTransactionsEnded(db, mark)).toBe(true)
})

test('stops between two files when the server closes', async () => {
  const hash = await aPicture(9)
  await expect(tidyPictures({ db, store, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  expect(await hashesLeft()).toEqual([hash])
})

test('finds pictures in the orders page by page', async () => {
  const hashes = Array.from({ length: 7 }, newHash)
  await anOrderShowing(hashes.slice(0, 5))
  await anOrderShowing(hashes.slice(5))
  const asked = [...hashes, newHash()]
  for (const pageSize of [1, 2, 3, 100])
    expect([...(await soldPictures(db, asked, { pageSize }))].sort()).toEqual([...hashes].sort())
})

test('nothing is deleted from a store of another database, such as the shop’s of which this one is a restored copy', async () => {
  await store.claim(newId())
  const hash = await aPicture(30)
  expect(await tidyPictures({ db, store })).toBe(0)
  const old = await names()
  await tidyPrivatePictures(db, store, {
    old: async () => expect.fail('nothing is looked for'),
    forget: async () => expect.fail('nothing is forgotten'),
    among: async () => new Set(),
  })
  expect(await names()).toEqual(old)
  expect(await hashesLeft()).toEqual([hash])
})
