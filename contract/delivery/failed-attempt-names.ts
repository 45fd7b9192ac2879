import type { Texts } from '../values/fill-text.ts'
import type { FailedAttemptReason } from './failed-attempt-rule.ts'

/** What riders, sellers and the audit log call the reasons of a failed attempt. */
export const failedAttemptNames: Readonly<Record<FailedAttemptReason, Texts>> = {
  no_answer: { en: 'No answer', th: 'ไม่มีคนรับ' },
  wrong_address: { en: 'The address is wrong', th: 'ที่อยู่ไม่ถูกต้อง' },
  another_time: { en: 'Wants it at another time', th: 'ขอรับเวลาอื่น' },
  no_money: { en: 'Can’t pay', th: 'จ่ายเงินไม่ได้' },
  refused: { en: 'Doesn’t want it any more', th: 'ไม่ต้องการแล้ว' },
}
