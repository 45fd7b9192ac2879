import type { NoticeKind } from '../../../contract/staff/notices.ts'
import { display } from '../../../contract/values/limits.ts'
import { m } from '../../messages/messages.ts'

export const kindNames: Record<NoticeKind, () => string> = {
  orders: m.notices_orders,
  alarms: m.notices_alarms,
  stock: m.notices_stock,
}
export const kindTexts: Record<NoticeKind, () => string> = {
  orders: m.notices_orders_text,
  alarms: m.notices_alarms_text,
  stock: () => m.notices_stock_text({ count: display.lowStock }),
}
