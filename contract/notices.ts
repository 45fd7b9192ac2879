/** What the shop pushes to devices of the staff; each can be switched off for a device. */
export const noticeKinds = ['orders', 'alarms', 'stock'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Minutes after which an order that isn't confirmed is announced again. */
export const alarmMinutes = [2, 5] as const
export type AlarmMinutes = (typeof alarmMinutes)[number]
