import type { Texts } from '../values/fill-text.ts'
import { type Language, languages } from '../values/languages.ts'

/** The usual reasons for which a seller rejects a slip. */
export const slipReasons = {
  noMoney: { en: 'The money isn’t in our account', th: 'ไม่พบเงินเข้าบัญชีของร้าน' },
  otherAmount: { en: 'The amount isn’t that of the order', th: 'ยอดเงินไม่ตรงกับคำสั่งซื้อ' },
  unreadable: { en: 'The picture isn’t a slip, or can’t be read', th: 'รูปไม่ใช่สลิป หรืออ่านไม่ออก' },
} as const satisfies Record<string, Texts>

/** Returns whether a slip was rejected because of its amount: the shopper must not pay the order again then. */
export const isOtherAmount = (reason: string): boolean =>
  languages.some((each) => slipReasons.otherAmount[each] === reason)

/** Returns a reason in one language, if it is a usual one in any language; else as the seller wrote it. */
export function translatedReason(reason: string, language: Language): string {
  const usual = Object.values(slipReasons).find((words) => languages.some((each) => words[each] === reason))
  return usual ? usual[language] : reason
}
