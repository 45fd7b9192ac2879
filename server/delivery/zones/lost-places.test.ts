import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/database.ts'
import { aZone } from '../../../testing/makers/rows.ts'
import { inTransaction } from '../../database/database.ts'
import { placesLostBy } from './lost-places.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('deliveryZone').execute())

const named = (name: string, nameTh: string) => ({ name, nameTh })
const [mahaPhruettharam, siLom, suriyawong] = [
  named('Maha Phruettharam', 'มหาพฤฒาราม'),
  named('Si Lom', 'สีลม'),
  named('Suriyawong', 'สุริยวงศ์'),
]
const zone = (fields: Parameters<typeof aZone>[1]) => aZone(database.db, { tiers: [{ from: 0, fee: 4000 }], ...fields })
/** The places that a zone loses if it is removed, or loses one of its areas. */
const lostBy = ({ id }: { id: string }, code?: string) =>
  inTransaction(database.db, (tx) =>
    placesLostBy(tx, id, async () => {
      if (code) await tx.deleteFrom('deliveryArea').where('zoneId', '=', id).where('code', '=', code).execute()
      else await tx.deleteFrom('deliveryZone').where('id', '=', id).execute()
    }),
  )

test('a postcode’s sub-districts are lost, of which the first three are named', async () => {
  const removed = await zone({ postcodes: ['10500'] })
  await zone({ postcodes: ['10120'] })
  expect(await lostBy(removed)).toEqual([{ first: [mahaPhruettharam, siLom, suriyawong], count: 5, zone: undefined }])
})

test('places are grouped by the zones that have them afterwards, in their order; those that none has come last', async () => {
  const removed = await zone({ postcodes: ['10500'] })
  await zone({ name: 'Silom', nameTh: 'สีลม', subdistricts: ['100402'], tiers: [{ from: 0, fee: 6000 }] })
  await zone({ name: 'Surawong', subdistricts: ['100403', '100402'] })
  expect(await lostBy(removed)).toEqual([
    { first: [siLom], count: 1, zone: { name: 'Silom', nameTh: 'สีลม', tiers: [{ from: 0, fee: 60 }] } },
    { first: [suriyawong], count: 1, zone: { name: 'Surawong', nameTh: undefined, tiers: [{ from: 0, fee: 40 }] } },
    {
      first: [mahaPhruettharam, named('Bang Rak', 'บางรัก'), named('Si Phraya', 'สี่พระยา')],
      count: 3,
      zone: undefined,
    },
  ])
})

test('the catch-all zone has what no other has', async () => {
  await zone({ name: 'Everywhere', everywhere: true })
  const removed = await zone({ subdistricts: ['100402'] })
  expect(await lostBy(removed)).toEqual([
    { first: [siLom], count: 1, zone: { name: 'Everywhere', nameTh: undefined, tiers: [{ from: 0, fee: 40 }] } },
  ])
})

test('a place isn’t lost that an earlier zone had, nor one that the zone still has by another area', async () => {
  await zone({ subdistricts: ['100402'] })
  const removed = await zone({ subdistricts: ['100402'] })
  expect(await lostBy(removed)).toEqual([])
  const both = await zone({ postcodes: ['10500'], subdistricts: ['100403'] })
  expect(await lostBy(both, '100403')).toEqual([])
})

test('a postcode that isn’t Thai is its own place', async () => {
  const removed = await zone({ postcodes: ['99999'] })
  await zone({ postcodes: ['10500'] })
  expect(await lostBy(removed)).toEqual([{ first: [named('99999', '99999')], count: 1, zone: undefined }])
})

test('none is lost with the last zone: the shop then delivers everywhere', async () => {
  const removed = await zone({ postcodes: ['10500'] })
  expect(await lostBy(removed)).toEqual([])
})
