import { expect, test } from 'vitest'
import { failedAttemptText, openAttempt } from './failed-attempt.ts'

const attemptedAt = '2026-11-23T07:06:00.000Z'
const assignment = (outcome: string | null) => ({ outcome, attemptedAt, reason: 'no_answer' as const })

test('a failed attempt is open while the order is back in the shop, or its rider tries again', () => {
  expect(openAttempt('Packing', assignment('came back'))).toEqual({
    at: new Date(attemptedAt),
    reason: 'no_answer',
    back: true,
  })
  expect(openAttempt('Out for delivery', assignment(null))).toMatchObject({ back: false })
  // Sent out again without a rider, delivered, cancelled, or returned by the rider.
  expect(openAttempt('Out for delivery', assignment('came back'))).toBeUndefined()
  expect(openAttempt('Delivered', assignment('delivered'))).toBeUndefined()
  expect(openAttempt('Cancelled', assignment('came back'))).toBeUndefined()
  expect(openAttempt('Packing', assignment('returned'))).toBeUndefined()
  expect(openAttempt('Out for delivery', { outcome: null, attemptedAt: null, reason: null })).toBeUndefined()
  expect(openAttempt('Packing', undefined)).toBeUndefined()
})

test('a failed attempt says whether another time was agreed since', () => {
  const cameBack = (movedAt: string) => openAttempt('Packing', assignment('came back'), { movedAt })
  expect(cameBack('2026-11-23T07:05:59Z')).not.toHaveProperty('moved')
  expect(cameBack('2026-11-23T14:06:01+07:00')).toMatchObject({ back: true, moved: true })
  // Its rider tries again at once, whatever was agreed.
  expect(openAttempt('Out for delivery', assignment(null), { movedAt: '2026-11-23T07:07:00Z' })).not.toHaveProperty(
    'moved',
  )
})

test('the shopper is told when, why and what follows', () => {
  const at = new Date(attemptedAt)
  const en = { language: 'en', timeZone: 'Asia/Bangkok' } as const
  expect(failedAttemptText({ at, reason: 'no_answer', back: true }, en)).toBe(
    'We were there on Mon 23 Nov at 14:06 and there was no answer. Your order is back in the shop. Please call us, so that we can bring it again.',
  )
  expect(failedAttemptText({ at, reason: 'no_answer', back: false }, en)).toBe(
    'We were there on Mon 23 Nov at 14:06 and there was no answer. Our rider tries once more. If that doesn’t suit you, please call us.',
  )
  expect(failedAttemptText({ at, reason: 'refused', back: true }, { ...en, language: 'th' })).toBe(
    'เราไปส่งเมื่อวันจันทร์ 23 พ.ย. เวลา 14:06\u00a0น. และนำของกลับมา เพราะคุณไม่ต้องการแล้ว ร้านจะติดต่อคุณ',
  )
})

test('once a wrong address is corrected, its shopper isn’t asked to call; for another reason still', () => {
  const wrong = { outcome: 'came back', attemptedAt, reason: 'wrong_address' } as const
  const since = (correctedAt: string) => openAttempt('Packing', wrong, { correctedAt })
  expect(since('2026-11-23T07:05:00Z')).not.toHaveProperty('corrected')
  const failed = since('2026-11-23T07:07:00Z')
  expect(failed).toMatchObject({ reason: 'wrong_address', back: true, corrected: true })
  expect(failed && failedAttemptText(failed, { language: 'en', timeZone: 'Asia/Bangkok' })).toBe(
    'We were on our way to you on Mon 23 Nov at 14:06 and couldn’t find the address. The address is corrected now, and we bring your order again.',
  )
  const unanswered = openAttempt('Packing', assignment('came back'), { correctedAt: '2026-11-23T07:07:00Z' })
  expect(unanswered).not.toHaveProperty('corrected')
})
