import { addressLabels } from '../messages/address-labels.ts'
import { productLabels } from '../messages/product-labels.ts'
import type { Texts } from '../values/fill-text.ts'

/**
 * The audit log's names for the recorded columns of the database. A test of the log compares them with the tables that
 * have an audit trigger.
 */
export const auditWords: Readonly<Record<string, Texts>> = {
  ...Object.fromEntries(Object.entries(productLabels).map(([field, label]) => [columnOfField(field), label])),
  // The fields of an order's address, as they are sent.
  ...addressLabels,
  zone: { en: 'Zone', th: 'เขตจัดส่ง' },
  active: { en: 'Takes orders', th: 'เปิดรับ' },
  archived_at: { en: 'Removed', th: 'นำออกเมื่อ' },
  capacity: { en: 'Orders at most', th: 'รับได้กี่ออเดอร์' },
  cents: { en: 'Amount', th: 'จำนวนเงิน' },
  client: { en: 'Signed in with', th: 'เข้าสู่ระบบอยู่ใน' },
  code: { en: 'Code', th: 'โค้ด' },
  codes: { en: 'Places', th: 'พื้นที่จัดส่ง' },
  confirmed_cents: { en: 'Money that came', th: 'เงินที่เข้า' },
  cut_off_minutes: { en: 'Orders until, minutes before', th: 'ปิดรับก่อนเริ่ม (นาที)' },
  days: { en: 'Days', th: 'วัน' },
  email: { en: 'Email', th: 'อีเมล' },
  enabled: { en: 'Switched on', th: 'เปิดใช้' },
  ends: { en: 'To', th: 'ถึง' },
  ends_at: { en: 'Until', th: 'ถึง' },
  expires_at: { en: 'Valid until', th: 'ใช้ได้ถึง' },
  fee_cents: { en: 'Fee', th: 'ค่าส่ง' },
  fee_tiers: { en: 'Delivery fees', th: 'ค่าส่งตามยอด' },
  first_order: { en: 'First order only', th: 'เฉพาะคำสั่งซื้อแรก' },
  from_start: { en: 'Delivery time before', th: 'เวลาจัดส่งเดิม' },
  brought_back_at: { en: 'Brought back', th: 'นำกลับมาที่ร้าน' },
  handed_cents: { en: 'Cash handed over', th: 'เงินสดที่ส่งมอบ' },
  in_stock: { en: 'In stock', th: 'มีสินค้า' },
  is_default: { en: 'Shown before an address is known', th: 'แสดงก่อนทราบที่อยู่' },
  everywhere: { en: 'Everywhere else', th: 'ทุกพื้นที่ที่เหลือ' },
  takes_unknown: { en: 'Also for unknown places', th: 'ใช้กับที่อยู่ที่ระบุพื้นที่ไม่ได้' },
  kind: { en: 'Kind', th: 'ประเภท' },
  language: { en: 'Language', th: 'ภาษา' },
  recipient: { en: 'LINE group', th: 'กลุ่ม LINE' },
  secret_at: { en: 'Channel secret set', th: 'ตั้ง Channel secret เมื่อ' },
  tells_alarms: { en: 'Alarms', th: 'แจ้งเตือนด่วน' },
  tells_orders: { en: 'New orders', th: 'ออเดอร์ใหม่' },
  tells_stock: { en: 'Running out', th: 'สินค้าใกล้หมด' },
  token_at: { en: 'Channel access token set', th: 'ตั้ง Channel access token เมื่อ' },
  lines: { en: 'Products', th: 'รายการสินค้า' },
  max_uses: { en: 'Uses at most', th: 'ใช้ได้กี่ครั้ง' },
  max_uses_of_shopper: { en: 'Uses per shopper', th: 'ใช้ได้กี่ครั้งต่อคน' },
  method: { en: 'Method', th: 'วิธีชำระ' },
  minimum_cents: { en: 'Minimum order', th: 'ยอดขั้นต่ำ' },
  name: { en: 'Name', th: 'ชื่อ' },
  name_th: { en: 'Thai name', th: 'ชื่อภาษาไทย' },
  number: { en: 'Number', th: 'เลขที่' },
  one: { en: 'Word', th: 'คำค้น' },
  other: { en: 'Same as', th: 'เหมือนกับ' },
  outcome: { en: 'Delivery', th: 'ผลการส่ง' },
  owed_cents: { en: 'Cash that was owed', th: 'เงินสดที่ต้องส่งมอบ' },
  packed_at: { en: 'Packed', th: 'จัดของเสร็จ' },
  pictures: { en: 'Pictures', th: 'รูปภาพ' },
  position: { en: 'Place in the list', th: 'ลำดับ' },
  reason: { en: 'Reason', th: 'เหตุผล' },
  received_by: { en: 'Received by', th: 'ผู้รับของ' },
  reference: { en: 'Reference', th: 'เลขอ้างอิง' },
  restocked: { en: 'Put back in stock', th: 'คืนเข้าสต็อก' },
  recovery_codes_at: { en: 'Recovery codes made', th: 'สร้างรหัสสำรองเมื่อ' },
  recovery_codes_left: { en: 'Recovery codes left', th: 'รหัสสำรองที่เหลือ' },
  ride_minutes: { en: 'Minutes by bike', th: 'เวลาขี่ส่ง (นาที)' },
  rider: { en: 'Rider', th: 'ไรเดอร์' },
  role: { en: 'Role', th: 'ตำแหน่ง' },
  second_factors: { en: 'Second step', th: 'การยืนยันขั้นที่สอง' },
  slip: { en: 'Slip', th: 'สลิป' },
  starts: { en: 'From', th: 'ตั้งแต่' },
  starts_at: { en: 'From', th: 'ตั้งแต่' },
  status: { en: 'Status', th: 'สถานะ' },
  terms: { en: 'What it takes off', th: 'ส่วนลด' },
  to_start: { en: 'New delivery time', th: 'เวลาจัดส่งใหม่' },
  attempts: { en: 'Attempts', th: 'จำนวนครั้งที่ไปส่ง' },
  undone_at: { en: 'Undone', th: 'ยกเลิกขั้นตอนเมื่อ' },
  value: { en: 'Setting', th: 'การตั้งค่า' },
  year: { en: 'Year', th: 'ปี' },
  zone_ids: { en: 'Zones', th: 'เขตจัดส่ง' },
}

/** Returns the column of a product's field: `offer_price_cents` of `offerPrice`. */
function columnOfField(field: string): string {
  const column = field.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return column.endsWith('price') ? `${column}_cents` : column
}
