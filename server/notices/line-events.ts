import * as z from 'zod'
import { normaliseText } from '../common/normalise-text.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { type Job, queueJob } from '../database/jobs.ts'
import { type LineDeps, openLine } from './line-channel.ts'
import {
  deleteOldLineGroups,
  findLineChannel,
  lockAndTouchLineChannel,
  nameLineGroup,
  recordLineGroup,
  recordLineMembership,
} from './line-queries.ts'

/*
 * The signed events of the shop's channel. They tell in which groups its bot is; messages of people aren't kept, nor
 * who wrote them.
 */

const milliseconds = z.int().min(0).max(8_640_000_000_000_000)
const events = z.object({ events: z.array(z.unknown()).max(1000) })
const event = z.object({
  type: z.string(),
  timestamp: milliseconds,
  source: z.union([
    z.object({ type: z.literal('group'), groupId: z.string().regex(/^C[0-9a-f]{32}$/) }),
    z.object({ type: z.literal('room'), roomId: z.string().regex(/^R[0-9a-f]{32}$/) }),
  ]),
})

type GroupEvent = { id: string; isMember: boolean; at: Date }

/** Returns what the events of a body say about groups. Those that say nothing, or aren't known, are left out. */
export function groupEventsOf(body: string): GroupEvent[] {
  return eventsOf(body).flatMap((each) => {
    const { data } = event.safeParse(each)
    if (!data) return []
    const { type, timestamp, source } = data
    const id = source.type === 'group' ? source.groupId : source.roomId
    return [{ id, isMember: type !== 'leave', at: new Date(timestamp) }]
  })
}

function eventsOf(body: string): unknown[] {
  try {
    return events.parse(JSON.parse(body)).events
  } catch {
    return []
  }
}

/** Applies the events of a body that LINE signed. The same event twice, or an old one late, changes nothing. */
export async function handleLineEvents(db: Db, body: string): Promise<void> {
  const found = groupEventsOf(body)
  await inTransaction(db, async (tx) => {
    if (!(await lockAndTouchLineChannel(tx))) return
    for (const group of found) {
      if (!(await recordLineGroup(tx, group))) continue
      await recordLineMembership(tx, group)
      if (group.isMember && group.id.startsWith('C')) await queueJob(tx, ...groupNameJob(group.id))
    }
    await deleteOldLineGroups(tx)
  })
}

declare global {
  namespace GraphileWorker {
    interface Tasks {
      'name-line-group': { id: string }
    }
  }
}

const groupNameJob = (id: string): Job => ['name-line-group', { id }, { key: `line-group:${id}` }]

/** Asks LINE what a group is called. */
export async function nameGroup({ db, secret, api }: LineDeps, id: string, signal?: AbortSignal): Promise<void> {
  const channel = await findLineChannel(db)
  const token = channel && openLine(secret, 'token', channel.token)
  const name = token && (await api.groupName({ token, id }, signal))
  const text = name && normaliseText(name.replaceAll('\u0000', '').toWellFormed()).slice(0, 100).toWellFormed()
  if (text) await nameLineGroup(db, id, text)
}
