import type { Texts } from '../values/fill-text.ts'
import type { Language } from '../values/languages.ts'

/** Reasons that the seller's screen offers for a refund, by their name on the wire. Any other reason is a text. */
export const refundReasons = {
  missing: { en: 'Missing', th: 'ของไม่ครบ' },
  damaged: { en: 'Damaged', th: 'ของเสียหาย' },
  'not fresh': { en: 'Not fresh', th: 'ของไม่สด' },
  'sold out': { en: 'Sold out after the order', th: 'ของหมดหลังสั่งซื้อ' },
  late: { en: 'Delivered late', th: 'ส่งช้า' },
} as const satisfies Record<string, Texts>

/** Returns a refund's reason for people: a listed one in their language, another one as it was typed. */
export function refundReasonText(reason: string, language: Language): string {
  return Object.hasOwn(refundReasons, reason) ? refundReasons[reason as keyof typeof refundReasons][language] : reason
}
