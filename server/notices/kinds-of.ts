import type { NoticeKinds } from '../../contract/staff/notices.ts'

/** Returns which kinds of notices a device or the LINE group gets, of its row. */
export const kindsOf = ({ orders, alarms, stock }: NoticeKinds): NoticeKinds => ({ orders, alarms, stock })
