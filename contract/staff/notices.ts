/** The kinds of notices to the staff; each can be switched off for a device, and for the LINE group. */
export const noticeKinds = ['orders', 'alarms', 'stock'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Which kinds a device or the LINE group gets. */
export type NoticeKinds = Record<NoticeKind, boolean>
export const allNoticeKinds: NoticeKinds = { orders: true, alarms: true, stock: true }

/** Where LINE sends the signed events of the shop's channel. */
export const lineEventsPath = '/api/notice/line-events'

/** LINE's id of a group (C…), a room (R…) or a person (U…). */
export const linePattern = /^[CRU][0-9a-f]{32}$/

/** The forms of the access token and the secret of a channel at LINE. */
export const lineTokenPattern = /^[\w+/=.~-]{20,2000}$/
export const lineSecretPattern = /^[0-9a-fA-F]{32}$/

/**
 * The reason why notices don't reach the LINE group: LINE refuses the token, the recipient, the channel's rights or the
 * message; the month's messages are used up; LINE doesn't answer; the bot left the group; the stored token can't be
 * decrypted.
 */
export const lineFailures = [
  'token',
  'recipient',
  'forbidden',
  'refused',
  'quota',
  'unreachable',
  'left',
  'unreadable',
] as const
export type LineFailure = (typeof lineFailures)[number]

/** Minutes after which an order that isn't confirmed is announced again. */
export const alarmMinutes = [2, 5] as const
export type AlarmMinutes = (typeof alarmMinutes)[number]
