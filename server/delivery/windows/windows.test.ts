import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { daysOutside, type OpeningSpan } from '../../../contract/delivery/opening-hours.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { runTask } from '../../../testing/database/jobs.ts'
import { aShopper } from '../../../testing/makers/rows.ts'
import { aTemplate, aWindow, expireHold, holdLater, occupancyOf } from '../../../testing/makers/windows.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { recountTaken } from './hold-queries.ts'
import { holdWindow, releaseExpiredHolds, releaseHold, windowTasks } from './holds.ts'
import { comingWindows, insertMissingWindows, openWindows } from './window-queries.ts'
import { makeWindows } from './windows.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: (typeof database)['db']
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`delete from delivery_window`.execute(db)
  await sql`delete from window_template`.execute(db)
  await sql`delete from setting`.execute(db)
})

const windowsOf = async (templateId: string, timeZone: string) => {
  const local = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'Dy HH24:MI')`
  const { rows } = await sql<{ day: string; from: string; to: string; hours: number }>`
    select day::text, ${local('starts_at')} as from, ${local('ends_at')} as to,
      extract(epoch from ends_at - starts_at)::int / 3600 as hours
    from delivery_window where template_id = ${templateId} order by starts_at`.execute(db)
  return rows
}

describe('the windows of a template', () => {
  test('are made for seven days in the time zone of the shop, once', async () => {
    const template = await aTemplate(db, { days: [1, 5], starts: 540, ends: 660 })
    // A Thursday.
    await insertMissingWindows(db, 'Asia/Bangkok', '2027-01-07')
    await insertMissingWindows(db, 'Asia/Bangkok', '2027-01-07')
    expect(await windowsOf(template, 'UTC')).toEqual([
      { day: '2027-01-08', from: 'Fri 02:00', to: 'Fri 04:00', hours: 2 },
      { day: '2027-01-11', from: 'Mon 02:00', to: 'Mon 04:00', hours: 2 },
    ])
  })

  test('begin today and end on the sixth day after it', async () => {
    const template = await aTemplate(db)
    await makeWindows(db, { timeZone: 'Asia/Bangkok' })
    const { rows } = await sql`
      select count(*)::int as count, min(day) = (now() at time zone 'Asia/Bangkok')::date as today,
        max(day) - min(day) as days
      from delivery_window where template_id = ${template}`.execute(db)
    expect(rows).toEqual([{ count: 7, today: true, days: 6 }])
  })

  test('keep their hours on the days on which clocks change', async () => {
    const night = await aTemplate(db, { days: [7], starts: 60, ends: 240 })
    const missing = await aTemplate(db, { days: [7], starts: 120, ends: 180 })
    const morning = await aTemplate(db, { days: [7], starts: 540, ends: 660 })
    await insertMissingWindows(db, 'Europe/Berlin', '2027-03-27')
    expect(await windowsOf(night, 'Europe/Berlin')).toMatchObject([{ from: 'Sun 01:00', to: 'Sun 04:00', hours: 2 }])
    // From two to three o'clock there is no time on this day.
    expect(await windowsOf(missing, 'Europe/Berlin')).toEqual([])
    expect(await windowsOf(morning, 'Europe/Berlin')).toMatchObject([{ from: 'Sun 09:00', to: 'Sun 11:00', hours: 2 }])
    await insertMissingWindows(db, 'Europe/Berlin', '2027-10-30')
    const [, autumn] = await windowsOf(night, 'Europe/Berlin')
    expect(autumn).toMatchObject({ day: '2027-10-31', from: 'Sun 01:00', to: 'Sun 04:00', hours: 4 })
  })

  test('until midnight end on the next day', async () => {
    const late = await aTemplate(db, { days: [5], starts: 1320, ends: 1440 })
    await insertMissingWindows(db, 'Asia/Bangkok', '2027-01-07')
    expect(await windowsOf(late, 'Asia/Bangkok')).toMatchObject([{ from: 'Fri 22:00', to: 'Sat 00:00' }])
  })

  test('leave out closed days and templates that are switched off', async () => {
    const template = await aTemplate(db)
    const off = await aTemplate(db, { active: false })
    const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
    const hours = JSON.stringify({ week, closed: ['2027-01-08', '2027-01-13'] })
    await sql`insert into setting (topic, value) values ('hours', ${hours}::jsonb)`.execute(db)
    await insertMissingWindows(db, 'Asia/Bangkok', '2027-01-07')
    expect((await windowsOf(template, 'UTC')).map(({ day }) => day)).toEqual([
      '2027-01-07',
      '2027-01-09',
      '2027-01-10',
      '2027-01-11',
      '2027-01-12',
    ])
    expect(await windowsOf(off, 'UTC')).toEqual([])
  })
})

test('windows are within the opening hours of their day, as the seller’s screen says', async () => {
  const weeks: OpeningSpan[][] = [
    [{ day: 5, from: '08:00', to: '20:00' }],
    // Hours that follow on from each other are as one; with a pause between them they aren't.
    [
      { day: 5, from: '08:00', to: '12:00' },
      { day: 5, from: '12:00', to: '15:00' },
      { day: 6, from: '08:00', to: '12:00' },
      { day: 6, from: '12:30', to: '24:00' },
    ],
    [],
  ]
  const times = [
    { starts: 480, ends: 600 },
    { starts: 479, ends: 600 },
    { starts: 660, ends: 780 },
    { starts: 1140, ends: 1201 },
    { starts: 1380, ends: 1440 },
  ].map((time) => ({ ...time, days: [4, 5, 6] }))
  const templates: ((typeof times)[number] & { id: string })[] = []
  for (const time of times) templates.push({ ...time, id: await aTemplate(db, time) })
  const made: number[][] = []
  for (const week of weeks) {
    await sql`delete from delivery_window`.execute(db)
    await sql`delete from setting`.execute(db)
    await sql`insert into setting (topic, value) values ('hours', ${JSON.stringify({ week, closed: [] })}::jsonb)`.execute(
      db,
    )
    await insertMissingWindows(db, 'Asia/Bangkok', '2027-01-07')
    for (const { id, ...time } of templates) {
      const days = (await windowsOf(id, 'Asia/Bangkok')).map(({ day }) => new Date(day).getUTCDay() || 7)
      const outside = daysOutside(week, time)
      expect(days, JSON.stringify({ week, time })).toEqual(time.days.filter((day) => !outside.includes(day)))
      made.push(days)
    }
  }
  expect(made).toEqual([[5], [], [5], [], [], [5, 6], [], [5], [6], [6], [], [], [], [], []])
})

describe('open windows', () => {
  test('are those before their cut-off, for the zone, the next first; a full one has no capacity left', async () => {
    const [zone, other] = [newId(), newId()]
    const later = await aWindow(db, { startsIn: 300, capacity: 3, feeCents: 2000 })
    const next = await aWindow(db, { startsIn: 100, zoneIds: [zone, newId()] })
    await aWindow(db, { startsIn: 60, cutOffIn: -1 })
    await aWindow(db, { startsIn: 200, zoneIds: [other] })
    const begun = await aWindow(db, { startsIn: -30, cutOffIn: 30 })
    const full = await aWindow(db, { startsIn: 400, capacity: 0 })
    const ids = async (of: Promise<{ id: string }[]>) => (await of).map(({ id }) => id)
    expect(await ids(openWindows(db, zone))).toEqual([begun, next, later, full])
    expect(await ids(openWindows(db, null))).toHaveLength(5)
    expect(await openWindows(db, other)).toMatchObject([{ id: begun }, {}, { feeCents: 2000, left: 3 }, { left: 0 }])
    // Sellers also move orders to those past their cut-off.
    expect(await ids(comingWindows(db, other))).toHaveLength(5)
    expect(await ids(openWindows(db, zone, { now: new Date(Date.now() + 4 * 3_600_000 + 600_000) }))).toEqual([full])
  })

  test('are all that a shop with the most templates has in seven days', async () => {
    for (let made = 0; made < serverLimits.windowTemplates; made += 1) await aTemplate(db)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await insertMissingWindows(db, 'UTC', tomorrow)
    expect(await openWindows(db, null)).toHaveLength(700)
    expect(await comingWindows(db, newId())).toHaveLength(700)
  })

  test('are none of a template that is switched off', async () => {
    await aWindow(db)
    await sql`update window_template set active = false`.execute(db)
    expect(await openWindows(db, null)).toEqual([])
  })
})

describe('a held window', () => {
  const hold = async (
    shopper: { id: string; isAccountVerified: boolean },
    windowId: string,
    zoneId: string | null = null,
  ) => (await holdWindow(db, shopper, { windowId, zoneId })).expiresAt
  const minutesTo = (at: Date) => Math.round((at.getTime() - Date.now()) / 60_000)

  test('is taken for ten minutes, once for each shopper', async () => {
    const [shopper, window] = [await aShopper(db), await aWindow(db, { capacity: 2 })]
    expect(minutesTo(await hold(shopper, window))).toBe(10)
    await hold(shopper, window.toUpperCase())
    expect(await occupancyOf(db, window)).toEqual({ taken: 1, orders: 0, holds: 1 })
  })

  test('is held until its cut-off if that is sooner, also after a renewal: no order is taken then', async () => {
    const [shopper, window] = [await aShopper(db), await aWindow(db, { cutOffIn: 4 })]
    const [row] = await db.selectFrom('deliveryWindow').select('cutOffAt').where('id', '=', window).execute()
    expect(await hold(shopper, window)).toEqual(row?.cutOffAt)
    expect(await hold(shopper, window)).toEqual(row?.cutOffAt)
  })

  test('is one, also of several that a shopper asks for at the same instant', async () => {
    const shopper = await aShopper(db)
    const windows = await Promise.all(Array.from({ length: 7 }, () => aWindow(db)))
    await Promise.all(windows.map((window) => hold(shopper, window)))
    const occupancies = await Promise.all(windows.map((window) => occupancyOf(db, window)))
    expect(occupancies.map(({ taken, holds }) => `${taken} ${holds}`).sort()).toEqual([...Array(6).fill('0 0'), '1 1'])
  })

  test('moves with the shopper to another window', async () => {
    const [shopper, one, other] = [await aShopper(db), await aWindow(db), await aWindow(db)]
    await hold(shopper, one)
    await hold(shopper, other)
    expect([await occupancyOf(db, one), await occupancyOf(db, other)]).toMatchObject([{ taken: 0 }, { taken: 1 }])
    await releaseHold(db, shopper.id)
    await releaseHold(db, shopper.id)
    expect(await occupancyOf(db, other)).toEqual({ taken: 0, orders: 0, holds: 0 })
  })

  test('is refused if it is full, with the next three that have capacity left; the shopper keeps the one held before', async () => {
    const [first, second] = [await aShopper(db), await aShopper(db)]
    const window = await aWindow(db, { startsIn: 60 * 24 })
    await aWindow(db, { startsIn: 60 * 20, capacity: 0 })
    const others: string[] = []
    for (const hours of [25, 26, 27, 28]) others.push(await aWindow(db, { startsIn: hours * 60, capacity: 2 }))
    await hold(first, window)
    await hold(second, others[3] ?? '')
    await expect(hold(second, window)).rejects.toMatchObject({
      code: 'window_full',
      details: { windows: others.slice(0, 3).map((id) => ({ id, left: 2 })) },
    })
    expect(await occupancyOf(db, others[3] ?? '')).toMatchObject({ taken: 1, holds: 1 })
    expect(await occupancyOf(db, window)).toMatchObject({ taken: 1, holds: 1 })
  })

  test('is refused past the cut-off, for another zone, for an unknown window, and to unverified accounts', async () => {
    const shopper = await aShopper(db)
    const [zone, other] = [newId(), newId()]
    const closed = await aWindow(db, { cutOffIn: -1 })
    const theirs = await aWindow(db, { zoneIds: [other] })
    for (const id of [closed, theirs, newId(), 'nonsense'])
      await expect(hold(shopper, id, zone)).rejects.toMatchObject({ code: 'window_closed' })
    await expect(hold(await aShopper(db, { isAccountVerified: false }), theirs)).rejects.toMatchObject({
      code: 'email_unverified',
    })
    const { rows } = await sql`select from window_hold`.execute(db)
    expect(rows).toEqual([])
  })

  test('is renewed up to thirty minutes from when its shopper began to hold windows', async () => {
    const [shopper, window] = [await aShopper(db), await aWindow(db)]
    await hold(shopper, window)
    for (const [minutes, left] of [
      [8, 10],
      [8, 10],
      [8, 6],
      [5, 1],
    ] as const) {
      await holdLater(db, shopper.id, minutes)
      expect(minutesTo(await hold(shopper, window))).toBe(left)
    }
  })

  test('is the last one for three hours after thirty minutes, in any window, also if it was released between', async () => {
    const [shopper, other] = [await aShopper(db), await aShopper(db)]
    const [one, two] = [await aWindow(db), await aWindow(db)]
    await hold(shopper, one)
    await holdLater(db, shopper.id, 9)
    await hold(shopper, two)
    await holdLater(db, shopper.id, 9)
    await releaseHold(db, shopper.id)
    await holdLater(db, shopper.id, 9)
    // Three minutes are left of the thirty.
    expect(minutesTo(await hold(shopper, one))).toBe(3)
    await holdLater(db, shopper.id, 4)
    for (const window of [one, two]) await expect(hold(shopper, window)).rejects.toMatchObject({ code: 'hold_used_up' })
    const atOnce = await Promise.allSettled([one, two, one].map((window) => hold(shopper, window)))
    expect(atOnce).toMatchObject(Array(3).fill({ status: 'rejected', reason: { code: 'hold_used_up' } }))
    // The refusal holds nothing, and keeps no other shopper from holding.
    await hold(other, one)
    expect(await occupancyOf(db, one)).toEqual({ taken: 1, orders: 0, holds: 1 })
    expect(await occupancyOf(db, two)).toEqual({ taken: 0, orders: 0, holds: 0 })
    await expect(hold(shopper, one)).rejects.toMatchObject({ code: 'window_full' })

    await holdLater(db, shopper.id, 148)
    await expect(hold(shopper, two)).rejects.toMatchObject({ code: 'hold_used_up' })
    await runTask(windowTasks({ db, timeZone: 'UTC' }), 'make-windows')
    await holdLater(db, shopper.id, 2)
    expect(minutesTo(await hold(shopper, two))).toBe(10)
    await holdLater(db, shopper.id, 200)
    await runTask(windowTasks({ db, timeZone: 'UTC' }), 'make-windows')
    const { rows } = await sql`select from hold_period where shopper_id = ${shopper.id}`.execute(db)
    expect(rows).toEqual([])
  })

  test('isn’t renewed past the cut-off: the order in it would be refused', async () => {
    const [shopper, window] = [await aShopper(db), await aWindow(db, { startsIn: 120 })]
    await hold(shopper, window)
    await sql`update window_hold set expires_at = now() + interval '1 minute' where shopper_id = ${shopper.id}`.execute(
      db,
    )
    await sql`update delivery_window set cut_off_at = now() where id = ${window}`.execute(db)
    await expect(hold(shopper, window)).rejects.toMatchObject({ code: 'window_closed' })
    const { rows } = await sql<{ ends: Date }>`
      select expires_at as ends from window_hold where shopper_id = ${shopper.id}`.execute(db)
    expect(rows.map(({ ends }) => minutesTo(ends))).toEqual([1])
  })

  test('that has expired goes to the next shopper who finds the window full', async () => {
    const [first, second, third] = [await aShopper(db), await aShopper(db), await aShopper(db)]
    const window = await aWindow(db)
    await hold(first, window)
    await expireHold(db, first.id)
    await hold(second, window)
    expect(await occupancyOf(db, window)).toEqual({ taken: 1, orders: 0, holds: 1 })
    await expect(hold(first, window)).rejects.toMatchObject({ code: 'window_full' })
    await expireHold(db, second.id)
    // Its shopper is back before another one wanted it: the thirty minutes begin anew.
    expect(minutesTo(await hold(second, window))).toBe(10)
    await expect(hold(third, window)).rejects.toMatchObject({ code: 'window_full' })
  })

  test('that has expired is released by the job', async () => {
    const [first, second] = [await aShopper(db), await aShopper(db)]
    const [one, other] = [await aWindow(db, { capacity: 5 }), await aWindow(db)]
    await hold(first, one)
    await hold(await aShopper(db), one)
    await hold(second, other)
    for (const { id } of [first, second]) await expireHold(db, id)
    await Promise.all([releaseExpiredHolds(db), releaseExpiredHolds(db), releaseExpiredHolds(db)])
    expect([await occupancyOf(db, one), await occupancyOf(db, other)]).toEqual([
      { taken: 1, orders: 0, holds: 1 },
      { taken: 0, orders: 0, holds: 0 },
    ])
  })

  test('that was made while the database’s clock was ahead is over once it is right again', async () => {
    const [shopper, other] = [await aShopper(db), await aShopper(db)]
    const [window, second] = [await aWindow(db), await aWindow(db)]
    for (const [id, of] of [
      [window, shopper],
      [second, other],
    ] as const) {
      await hold(of, id)
      await holdLater(db, of.id, -180)
    }
    // It goes to who finds the window full, and the job releases it; its shopper holds for thirty minutes as others do.
    await hold(await aShopper(db), window)
    await releaseExpiredHolds(db)
    expect([await occupancyOf(db, window), await occupancyOf(db, second)]).toEqual([
      { taken: 1, orders: 0, holds: 1 },
      { taken: 0, orders: 0, holds: 0 },
    ])
    expect(minutesTo(await hold(shopper, second))).toBe(10)
    await holdLater(db, shopper.id, 31)
    await expect(hold(shopper, second)).rejects.toMatchObject({ code: 'hold_used_up' })
  })

  test('of many shoppers at once are never more than its capacity', async () => {
    const window = await aWindow(db, { capacity: 5 })
    const [other] = [await aWindow(db, { capacity: 100 })]
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => aShopper(db)))
    const outcomes = await Promise.allSettled(
      shoppers.flatMap((shopper) => [hold(shopper, window), hold(shopper, other), hold(shopper, window)]),
    )
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'window_full' })
    for (const id of [window, other]) {
      const { taken, holds } = await occupancyOf(db, id)
      expect(taken).toBe(holds)
    }
    expect((await occupancyOf(db, window)).taken).toBeLessThanOrEqual(5)
  })

  test('of a deleted account is counted out by the hourly job', async () => {
    const [shopper, window] = [await aShopper(db), await aWindow(db, { capacity: 3 })]
    await hold(await aShopper(db), window)
    await hold(shopper, window)
    await db.deleteFrom('shopper').where('id', '=', shopper.id).execute()
    expect((await occupancyOf(db, window)).taken).toBe(2)
    await runTask(windowTasks({ db, timeZone: 'Asia/Bangkok' }), 'make-windows')
    expect(await occupancyOf(db, window)).toEqual({ taken: 1, orders: 0, holds: 1 })
    expect(await inTransaction(db, recountTaken)).toBe(0)
  })
})
