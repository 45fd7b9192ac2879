import { centsOf, formatMoney } from '../values/money.ts'
import type { PromotionTerms } from './promotions.ts'

/** Returns a promotion's discount in a few words: "2 for ฿50", "10% off". `symbol` is of the shop's currency. */
export function promotionLabel(terms: PromotionTerms, symbol: string): { en: string; th: string } {
  const money = (amount: number) => formatMoney(centsOf(amount), symbol).replace(/\.00$/, '')
  switch (terms.kind) {
    case 'percent': {
      const percent = `${terms.basisPoints / 100}%`
      return { en: `${percent} off`, th: `ลด ${percent}` }
    }
    case 'amount':
      return { en: `${money(terms.amount)} off`, th: `ลด ${money(terms.amount)}` }
    case 'buyGet':
      return { en: `Buy ${terms.buy}, get ${terms.get} free`, th: `ซื้อ ${terms.buy} แถม ${terms.get}` }
    case 'pieces':
      return { en: `${terms.pieces} for ${money(terms.amount)}`, th: `${terms.pieces} ชิ้น ${money(terms.amount)}` }
    case 'freeDelivery':
      return { en: 'Free delivery', th: 'ส่งฟรี' }
  }
}
