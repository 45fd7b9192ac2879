import type { LineSettings } from '../../../contract/calls/notice.ts'
import { linePattern, lineSecretPattern, lineTokenPattern, type NoticeKind } from '../../../contract/staff/notices.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { m } from '../../messages/messages.ts'

/** What is chosen in the list of groups instead of one of them. */
export const noGroup = ''
export const otherGroup = 'other'

/** The form of the channel at LINE. Token and secret are empty unless they are new. */
export type LineDraft = Record<NoticeKind, boolean> & {
  channelToken: string
  channelSecret: string
  /** `group`: a group's id, `noGroup` or `otherGroup`, whose id is typed. */
  recipient: { group: string; id: string }
  language: Language
}

/** Returns what the form begins with. */
export function draftOf({ recipient, groups, kinds, language }: LineSettings): LineDraft {
  const isKnown = groups.some(({ id }) => id === recipient)
  return {
    channelToken: '',
    channelSecret: '',
    recipient: {
      group: recipient === null ? noGroup : isKnown ? recipient : otherGroup,
      id: isKnown ? '' : (recipient ?? ''),
    },
    ...kinds,
    language,
  }
}

/** Returns what the form sends. A token or secret stays if empty; the shop refuses an empty id of another group. */
export function lineToSend({ channelToken, channelSecret, recipient: { group, id }, language, ...kinds }: LineDraft) {
  return {
    ...(channelToken.trim() && { channelToken: channelToken.trim() }),
    ...(channelSecret.trim() && { channelSecret: channelSecret.trim() }),
    recipient: group === otherGroup ? id.trim() : group || null,
    kinds,
    language,
  }
}

/** Returns the errors by field. `isSet`: token and secret may stay. */
export function lineErrors(draft: LineDraft, { isSet }: Pick<LineSettings, 'isSet'>): Record<string, string> {
  const token = draft.channelToken.trim()
  const secret = draft.channelSecret.trim()
  const { group, id } = draft.recipient
  const errors: Record<string, string> = {}
  const mayStay = isSet && token === ''
  if (!mayStay && !lineTokenPattern.test(token)) errors.channelToken = m.notices_line_token_error()
  if (!(isSet && secret === '') && !lineSecretPattern.test(secret)) errors.channelSecret = m.notices_line_secret_hint()
  if (group === otherGroup && !linePattern.test(id.trim())) errors.recipient = m.notices_line_id_error()
  return errors
}
