import type { RefusalCode } from '../../contract/messages/refusals.ts'
import type { LineFailure, NoticeKind } from '../../contract/staff/notices.ts'
import type { Language } from '../../contract/values/languages.ts'
import { decrypt, encrypt, keyFor } from '../common/encryption.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { LineApi, LineResult } from './line-api.ts'
import {
  deleteLineChannel,
  deleteLineGroups,
  findLineChannel,
  type LineChannel,
  recordLineResult,
  storeLineChannel,
} from './line-queries.ts'

/*
 * The shop's channel at LINE: how an owner sets it, and how its bot sends a message. Token and secret are encrypted
 * with a key that follows from the server's secret, which isn't in the database; which of the two it is, is part of the
 * text.
 */

type Sealed = 'token' | 'secret'

const seal = (serverSecret: string, what: Sealed, text: string): string =>
  encrypt(keyFor(serverSecret, 'line'), JSON.stringify({ what, text }))

/** Decrypts the channel's token or secret; undefined if the server's secret is another one. */
export function openLine(serverSecret: string, what: Sealed, sealed: string): string | undefined {
  try {
    const opened = JSON.parse(decrypt(keyFor(serverSecret, 'line'), sealed)) as { what: Sealed; text: string }
    return opened.what === what ? opened.text : undefined
  } catch {
    return undefined
  }
}

export type TypedLine = {
  channelToken?: string
  channelSecret?: string
  recipient: string | null
  kinds: Record<NoticeKind, boolean>
  language: Language
}

/**
 * Saves the channel; a token or secret that isn't given stays. Throws `invalid_form` if there is none yet, and
 * `setting_changed` if its version isn't `seen` (0: never saved).
 */
export async function saveLine(
  { db, secret }: { db: Db; secret: string },
  { channelToken, channelSecret, recipient, kinds, language }: TypedLine,
  { seen, by }: { seen: number; by: string },
): Promise<void> {
  if (seen === 0 && (!channelToken || !channelSecret)) {
    // Another owner may have set it since, and then nothing is missing.
    refuseUnless(!(await findLineChannel(db)), 'setting_changed')
    refuse('invalid_form', {
      fields: {
        ...(!channelToken && { channelToken: 'required' }),
        ...(!channelSecret && { channelSecret: 'required' }),
      },
    })
  }
  const change = {
    token: channelToken && seal(secret, 'token', channelToken),
    secret: channelSecret && seal(secret, 'secret', channelSecret.toLowerCase()),
    recipient,
    language,
    ...kinds,
  }
  await inTransaction(db, async (tx) => {
    const before = await findLineChannel(tx)
    refuseUnless(await storeLineChannel(tx, change, { seen, by }), 'setting_changed')
    // The bot of another channel is in other groups.
    const isOther = before && channelSecret && openLine(secret, 'secret', before.secret) !== channelSecret.toLowerCase()
    if (isOther) await deleteLineGroups(tx)
  })
}

/** Forgets the channel with its secrets and groups. Throws `setting_changed` if its version isn't `seen`. */
export async function removeLineChannel(db: Db, seen: number): Promise<void> {
  await inTransaction(db, async (tx) => refuseUnless(await deleteLineChannel(tx, seen), 'setting_changed'))
}

export type LineDeps = { db: Db; secret: string; api: LineApi }

/**
 * Sends a message to the group and notes what became of it, which owners see. Throws if LINE doesn't answer: the
 * message is sent again with the same `retryKey`.
 */
export async function sendToLine(
  { db, secret, api }: LineDeps,
  { token: sealed, recipient, version }: Pick<LineChannel, 'token' | 'version'> & { recipient: string },
  { text, retryKey }: { text: string; retryKey: string },
  signal?: AbortSignal,
): Promise<LineResult> {
  const token = openLine(secret, 'token', sealed)
  const result: LineResult = token
    ? await api.push({ token, to: recipient, text, retryKey }, signal).catch(async (error) => {
        // The shop is closing: that says nothing about LINE.
        if (!signal?.aborted) await recordLineResult(db, version, 'unreachable')
        throw error
      })
    : { kind: 'refused', failure: 'unreadable' }
  if (result.kind !== 'later') await recordLineResult(db, version, result.kind === 'sent' ? null : result.failure)
  return result
}

/** The refusals that say why a message didn't arrive. */
export const refusalOfFailure = {
  token: 'line_token',
  recipient: 'line_recipient',
  forbidden: 'line_forbidden',
  refused: 'line_refused',
  quota: 'line_quota',
  unreachable: 'line_unreachable',
  left: 'line_recipient',
  unreadable: 'line_unreadable',
} as const satisfies Record<LineFailure, RefusalCode>

/**
 * Sends a message to try the channel. Throws `line_unset` without a channel or recipient, `line_unreachable` if LINE
 * doesn't answer, `line_busy` if it wants the message later, and if it refuses the message one of `refusalOfFailure`.
 */
export async function tryLine(
  deps: LineDeps,
  { retryKey, textIn }: { retryKey: string; textIn: (language: Language) => string },
): Promise<void> {
  const channel = await findLineChannel(deps.db)
  if (!channel?.recipient) refuse('line_unset')
  const { recipient, language } = channel
  const result = await sendToLine(deps, { ...channel, recipient }, { text: textIn(language), retryKey }).catch(() =>
    refuse('line_unreachable'),
  )
  if (result.kind === 'later') refuse('line_busy')
  if (result.kind === 'refused') refuse(refusalOfFailure[result.failure])
}
