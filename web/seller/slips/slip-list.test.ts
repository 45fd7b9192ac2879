import { expect, test } from 'vitest'
import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { mergedSlips, readSlips } from './slip-list.ts'

const slip = (id: string, state: SellerSlip['state'] = 'waiting') => ({ id, state }) as SellerSlip
const shownAs = (slips: readonly SellerSlip[]) => slips.map(({ id, state }) => `${id} ${state}`)

test('a slip that was decided stays where it is, and a new one comes after those that wait', () => {
  const shown = [slip('1'), slip('2'), slip('0', 'confirmed')]
  const fresh = [slip('2'), slip('3'), slip('1', 'confirmed'), slip('0', 'confirmed')]
  expect(shownAs(mergedSlips(shown, fresh))).toEqual(['1 confirmed', '2 waiting', '3 waiting', '0 confirmed'])
})

test('new slips come before the decided ones when none waits', () => {
  expect(shownAs(mergedSlips([slip('0', 'rejected')], [slip('1'), slip('0', 'rejected')]))).toEqual([
    '1 waiting',
    '0 rejected',
  ])
  expect(shownAs(mergedSlips([], [slip('1'), slip('0', 'rejected')]))).toEqual(['1 waiting', '0 rejected'])
})

test('older slips are added at the end, and none twice', () => {
  const shown = [slip('3'), slip('2', 'confirmed')]
  expect(shownAs(mergedSlips(shown, [slip('2', 'confirmed'), slip('1', 'rejected')]))).toEqual([
    '3 waiting',
    '2 confirmed',
    '1 rejected',
  ])
})

/** The shop's list of slips, newest first, with the queries by which it was read. */
function shopWith(slips: readonly SellerSlip[]) {
  const queries: string[] = []
  const read = async ({ limit, cursor }: { limit: string; cursor?: string }) => {
    queries.push(cursor === undefined ? limit : `${limit} after ${cursor}`)
    const start = cursor === undefined ? 0 : slips.findIndex(({ id }) => id === cursor) + 1
    const page = slips.slice(start, start + Number(limit))
    const isLast = start + page.length >= slips.length
    return { success: true as const, slips: page, nextCursor: isLast ? null : (page.at(-1)?.id ?? null) }
  }
  return { read, queries }
}

const rejected = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) => slip(String(newest - index), 'rejected'))

test('slips of older pages are read again, too', async () => {
  const shown = rejected(300, 51)
  const changed: SellerSlip = { ...slip('250', 'confirmed'), amount: 19.99, confirmedAmount: 12.5, decidedBy: 'Nok' }
  const { read, queries } = shopWith(rejected(300, 300).map((each) => (each.id === '250' ? changed : each)))
  const reply = await readSlips(read, shown)
  expect(reply.slips.at(-1)).toEqual(changed)
  expect(mergedSlips(shown, reply.slips).at(-1)).toEqual(changed)
  expect(queries).toEqual(['51'])
})

test('all shown slips are read, also after new ones, in as few calls as possible', async () => {
  const { read, queries } = shopWith(rejected(310, 310))
  const reply = await readSlips(read, rejected(300, 120))
  expect(reply.slips).toEqual(rejected(310, 130))
  expect(queries).toEqual(['100', '50 after 211'])
  expect(reply.nextCursor).toBe('211')
})

test('a slip that was decided is read where the shop has it, without those before it', async () => {
  const decided = slip('100', 'confirmed')
  const { read, queries } = shopWith(rejected(300, 300).map((each) => (each.id === '100' ? decided : each)))
  const reply = await readSlips(read, [slip('100'), ...rejected(300, 50)])
  expect(reply.slips).toEqual([...rejected(300, 51), decided])
  expect(queries).toEqual(['51', '50 after 250', '50 after 200', '50 after 150'])
})

test('one page is read while none is shown', async () => {
  const { read, queries } = shopWith(rejected(300, 300))
  expect((await readSlips(read, [])).slips).toHaveLength(50)
  expect(queries).toEqual(['50'])
})

test('a page that can’t be read fails the whole', async () => {
  const { read } = shopWith(rejected(300, 300))
  const failed = { success: false as const, message: 'busy', status: 503 }
  const failing = async (query: { limit: string; cursor?: string }) => (query.cursor ? failed : read(query))
  expect(await readSlips(failing, rejected(300, 101))).toEqual(failed)
})
