import type { LineSettings } from '../../../contract/calls/notice.ts'
import { linePattern, type NoticeKind } from '../../../contract/staff/notices.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { m } from '../../messages/messages.ts'

/** What is chosen in the list of groups instead of one of them. */
export const noGroup = ''
export const otherGroup = 'other'

/** The form of the channel at LINE. Token and secret are empty unless they are new. */
export type Draft = {
  channelToken: string
  channelSecret: string
  /** A group's id, `noGroup` or `otherGroup`, whose id is typed. */
  group: string
  recipient: string
  kinds: Record<NoticeKind, boolean>
  language: Language
}

/** Returns what the form begins with. */
export function draftOf({ recipient, groups, kinds, language }: LineSettings): Draft {
  const isKnown = groups.some(({ id }) => id === recipient)
  return {
    channelToken: '',
    channelSecret: '',
    group: recipient === null ? noGroup : isKnown ? recipient : otherGroup,
    recipient: isKnown ? '' : (recipient ?? ''),
    kinds,
    language,
  }
}

/** Returns the id of the group that is chosen or typed; null for none. */
export function recipientOf({ group, recipient }: Draft): string | null {
  if (group === otherGroup) return recipient.trim() || null
  return group || null
}

/** Returns the errors that can be seen before the form is sent, by field. `isSet`: token and secret may stay. */
export function lineErrors(draft: Draft, isSet: boolean): Record<string, string> {
  const token = draft.channelToken.trim()
  const secret = draft.channelSecret.trim()
  const recipient = recipientOf(draft)
  const errors: Record<string, string> = {}
  const mayStay = isSet && token === ''
  if (!mayStay && !/^[\w+/=.~-]{20,2000}$/.test(token)) errors.channelToken = m.notices_line_token_error()
  if (!(isSet && secret === '') && !/^[0-9a-fA-F]{32}$/.test(secret))
    errors.channelSecret = m.notices_line_secret_hint()
  if (draft.group === otherGroup && !linePattern.test(recipient ?? '')) errors.recipient = m.notices_line_id_error()
  return errors
}
