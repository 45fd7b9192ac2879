import type { Texts } from '../values/fill-text.ts'

/** The labels of a product's fields: in the seller's form, in messages about a field, and in the audit log. */
export const productLabels = {
  name: { en: 'Product Name', th: 'ชื่อภาษาอังกฤษ' },
  nameTh: { en: 'Name in Thai', th: 'ชื่อสินค้า' },
  description: { en: 'Product Description', th: 'รายละเอียดภาษาอังกฤษ' },
  descriptionTh: { en: 'Description in Thai', th: 'รายละเอียดสินค้า' },
  category: { en: 'Category', th: 'หมวดหมู่' },
  price: { en: 'Product Price', th: 'ราคาปกติ' },
  offerPrice: { en: 'Offer Price', th: 'ราคาขาย' },
  Weight: { en: 'Weight or size', th: 'ขนาดหรือน้ำหนัก' },
  taxClass: { en: 'Tax class', th: 'ประเภทภาษี' },
  stock: { en: 'Pieces in stock', th: 'จำนวนในสต็อก' },
} as const satisfies Record<string, Texts>
