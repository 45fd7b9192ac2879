import type { Texts } from '../values/fill-text.ts'

/** The labels of an address's fields: in the form, in messages about a field, and in the audit log. */
export const addressLabels = {
  firstName: { en: 'First name', th: 'ชื่อ' },
  lastName: { en: 'Last name', th: 'นามสกุล' },
  phone: { en: 'Phone number', th: 'เบอร์โทรศัพท์' },
  street: { en: 'Street address', th: 'บ้านเลขที่ อาคาร ซอย ถนน' },
  city: { en: 'District', th: 'เขต/อำเภอ' },
  state: { en: 'Province', th: 'จังหวัด' },
  zipcode: { en: 'Postcode', th: 'รหัสไปรษณีย์' },
  country: { en: 'Country', th: 'ประเทศ' },
  note: { en: 'Note for the rider', th: 'ข้อความถึงคนส่ง' },
} as const satisfies Record<string, Texts>
