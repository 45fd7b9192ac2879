import type { OrderStatus } from '../orders/order-status.ts'
import type { Language } from '../values/languages.ts'
import { endsInCancel, type FailedAttemptReason } from './failed-attempt-rule.ts'
import { windowDay, windowTime } from './window-text.ts'

/*
 * A rider's failed attempt to hand an order over, and what its shopper is told about it, on the site and by mail.
 */

/**
 * `back`: it came back to the shop; otherwise the rider tries again. Since it came back, `moved`: another time was
 * chosen; `corrected`: the address that was wrong was corrected. Then the shopper isn't asked to call.
 */
export type FailedAttempt = { at: Date; reason: FailedAttemptReason; back: boolean; moved?: true; corrected?: true }

/** The latest assignment of an order: the time of its last failed attempt, and the reason; null without one. */
type LatestAssignment = {
  outcome: string | null
  attemptedAt: Date | string | null
  reason: FailedAttemptReason | null
}

/**
 * Returns the latest failed attempt of an order that is back in the shop or that its rider tries again; otherwise
 * undefined.
 */
export function openAttempt(
  status: OrderStatus,
  assignment: LatestAssignment | undefined,
  /** When the order was last moved to another delivery window, and when its address was last corrected. */
  { movedAt = null, correctedAt = null }: { movedAt?: string | null; correctedAt?: string | null } = {},
): FailedAttempt | undefined {
  if (!assignment || assignment.attemptedAt === null || assignment.reason === null) return undefined
  const isBack = assignment.outcome === 'came back'
  const isOpen = status === 'Packing' ? isBack : status === 'Out for delivery' && assignment.outcome === null
  if (!isOpen) return undefined
  const at = new Date(assignment.attemptedAt)
  const isSince = (change: string | null) => isBack && change !== null && new Date(change) > at
  const corrected = assignment.reason === 'wrong_address' && isSince(correctedAt)
  return {
    ...{ at, reason: assignment.reason, back: isBack },
    ...(isSince(movedAt) && { moved: true }),
    ...(corrected && { corrected }),
  }
}

/** Returns what the shopper of an order is told after a failed attempt. */
export function failedAttemptText(failed: FailedAttempt, format: { language: Language; timeZone: string }): string {
  const { at, reason } = failed
  const { when, said, next } = texts[format.language]
  return `${said[reason](when(windowDay(at, format), windowTime(at, format)))}${next[nextStepOf(failed)]}`
}

/** Returns what the shopper is told to expect after a failed attempt. */
function nextStepOf({ reason, back, corrected }: FailedAttempt): 'nothing' | 'corrected' | 'call' | 'again' {
  if (endsInCancel(reason)) return 'nothing'
  if (corrected) return 'corrected'
  return back ? 'call' : 'again'
}

const texts = {
  en: {
    when: (day: string, time: string) => `on ${day} at ${time}`,
    said: {
      no_answer: (when: string) => `We were there ${when} and there was no answer.`,
      wrong_address: (when: string) => `We were on our way to you ${when} and couldn’t find the address.`,
      another_time: (when: string) => `We were there ${when}, and you asked for another time.`,
      no_money: (when: string) => `We were there ${when}, and you couldn’t pay.`,
      refused: (when: string) =>
        `We were there ${when} and brought your order back, as you didn’t want it. The shop gets in touch with you.`,
    },
    next: {
      nothing: '',
      again: ' Our rider tries once more. If that doesn’t suit you, please call us.',
      call: ' Your order is back in the shop. Please call us, so that we can bring it again.',
      corrected: ' The address is corrected now, and we bring your order again.',
    },
  },
  th: {
    when: (day: string, time: string) => `เมื่อวัน${day} เวลา ${time}\u00a0น.`,
    said: {
      no_answer: (when: string) => `เราไปส่ง${when} แต่ไม่มีคนรับ`,
      wrong_address: (when: string) => `เราไปส่ง${when} แต่หาที่อยู่ไม่พบ`,
      another_time: (when: string) => `เราไปส่ง${when} แต่คุณขอรับเวลาอื่น`,
      no_money: (when: string) => `เราไปส่ง${when} แต่คุณยังจ่ายเงินไม่ได้`,
      refused: (when: string) => `เราไปส่ง${when} และนำของกลับมา เพราะคุณไม่ต้องการแล้ว ร้านจะติดต่อคุณ`,
    },
    next: {
      nothing: '',
      again: ' ไรเดอร์จะลองส่งอีกครั้ง หากไม่สะดวก กรุณาโทรหาร้าน',
      call: ' ของกลับมาที่ร้านแล้ว กรุณาโทรหาร้าน เพื่อนัดส่งอีกครั้ง',
      corrected: ' ตอนนี้แก้ไขที่อยู่แล้ว เราจะนำไปส่งให้อีกครั้ง',
    },
  },
} as const
