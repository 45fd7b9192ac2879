import type { PromotionInput } from '../../contract/entities/promotion.ts'

/** The promotions of the demo that DEMO=bangkok opens. `slugs` are the products of one on products. */
export const bangkokPromotions: (Omit<PromotionInput, 'firstOrder' | 'enabled'> & { slugs?: string[] })[] = [
  { name: 'Two colas', nameTh: 'โคล่าคู่สุดคุ้ม', terms: { kind: 'pieces', pieces: 2, amount: 50 }, slugs: ['cola'] },
  {
    name: 'Bakery week',
    nameTh: 'สัปดาห์เบเกอรี',
    terms: { kind: 'percent', basisPoints: 1000, categories: ['Bakery'] },
  },
  {
    name: 'Welcome',
    nameTh: 'ส่วนลดต้อนรับ',
    code: 'SAWASDEE',
    terms: { kind: 'amount', amount: 30 },
    minimum: 200,
    maxUses: 1000,
  },
]
