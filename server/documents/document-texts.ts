import { headOffice } from '../../contract/orders/documents.ts'
import type { Language } from '../../contract/values/languages.ts'

/** The fixed words of documents: Thai, as the law asks for, with English beside. */
export const documentTexts = {
  taxId: 'เลขประจำตัวผู้เสียภาษี / Tax ID',
  headOffice: 'สำนักงานใหญ่ / Head office',
  branch: (number: string) => `สาขาที่ ${number} / Branch ${number}`,
  number: 'เลขที่ / No.',
  date: 'วันที่ / Date',
  order: 'คำสั่งซื้อ / Order',
  buyer: 'ผู้ซื้อ / Customer',
  replaces: 'แทนใบกำกับภาษีอย่างย่อเลขที่ / Replaces',
  replacedBy: 'ถูกแทนด้วยใบกำกับภาษีเลขที่ / Replaced by',
  credits: 'อ้างอิงเอกสารเลขที่ / Credits',
  creditedBefore: 'ใบลดหนี้ที่ออกแล้ว / Credited by',
  reason: 'เหตุผล / Reason',
  item: 'รายการ / Item',
  quantity: 'จำนวน / Qty',
  unitPrice: 'ราคาต่อหน่วย / Unit price',
  sum: 'จำนวนเงิน / Amount',
  discount: 'ส่วนลด / Discount',
  exempt: 'N = ยกเว้น VAT / exempt from VAT',
  shipping: 'ค่าจัดส่ง / Delivery fee',
  addedTax: 'ภาษี / Tax',
  deducted: 'หักออกก่อนชำระ / Taken off before payment',
  total: 'รวมทั้งสิ้น / Total',
  originalValue: 'มูลค่าเดิมก่อนภาษี / Original value',
  creditedValue: 'มูลค่าที่ลดไปก่อนหน้า / Credited before',
  correctValue: 'มูลค่าที่ถูกต้อง / Correct value',
  difference: 'ผลต่าง / Difference',
  credited: 'จำนวนเงินที่ลดหนี้ / Credited',
  inclusive: 'ราคารวมภาษีมูลค่าเพิ่มแล้ว / Prices include VAT',
  exemptValue: 'มูลค่าที่ยกเว้นภาษี / Exempt from VAT',
  taxedValue: 'มูลค่าก่อนภาษี / Value before VAT',
  vat: (percent: string) => `ภาษีมูลค่าเพิ่ม / VAT ${percent}%`,
  rounded: 'ปัดเศษสตางค์ลง / Rounded down to coins',
  paid: 'ยอดชำระ / Paid',
  paidBy: 'ชำระโดย / Paid by',
  back: 'กลับ / Back',
  print: 'พิมพ์ / Print',
  paper: { a4: 'A4', receipt: '80 mm' },
} as const

/** Returns a branch in words; without a number it is the head office. */
export const branchOf = (branch: string | undefined): string =>
  branch === undefined || branch === headOffice ? documentTexts.headOffice : documentTexts.branch(branch)

/** The reason of a credit, by the ledger's reason. Others are printed as they are. */
export const creditReasons: Readonly<Record<string, string>> = {
  cancelled: 'ยกเลิกคำสั่งซื้อ / Order cancelled',
  undone: 'ยกเลิกการส่งมอบ / Delivery undone',
  'refunded at the gateway': 'คืนเงิน / Refunded',
}

/** The words of the monthly report. */
export const reportTexts = {
  title: 'รายงานภาษีขาย / Tax report',
  none: 'เดือนนี้ไม่มีเอกสาร / There are no documents in this month',
  first: (shown: number, all: number) =>
    `แสดง ${shown.toLocaleString('en')} ฉบับแรกจาก ${all.toLocaleString('en')} ฉบับ ยอดรวมนับครบทุกฉบับ ไฟล์ CSV มีครบทุกฉบับ / The first ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} documents. The sums count all of them, and the CSV lists all.`,
  undocumented: (orders: number, sum: string) =>
    `คำสั่งซื้อ ${orders.toLocaleString('en')} รายการ รวม ${sum} ชำระขณะปิดการออกใบเสร็จ จึงไม่มีเอกสารและไม่อยู่ในรายงานนี้ / ${orders.toLocaleString('en')} ${orders === 1 ? 'order' : 'orders'}, ${sum} in all, paid while receipts were switched off: without a document, and not in this report.`,
  day: 'วันที่ / Date',
  document: 'เอกสาร / Document',
  order: 'คำสั่งซื้อ / Order',
  replacedBy: 'ถูกแทนด้วย / Replaced by',
  taxed: 'มูลค่าก่อนภาษี / Before VAT',
  vat: 'VAT',
  exempt: 'ยกเว้น / Exempt',
  total: 'รวม / Total',
  sum: 'รวมทั้งเดือน / Sum of the month',
} as const

/** The headings of the tax report's CSV. */
export const taxReportColumns = {
  en: [
    'date',
    'kind',
    'number',
    'order',
    'refers to',
    'replaced by',
    'buyer',
    'buyer tax ID',
    'buyer branch',
    'value before VAT',
    'VAT',
    'exempt',
    'total',
  ],
  th: [
    'วันที่',
    'ประเภท',
    'เลขที่',
    'คำสั่งซื้อ',
    'อ้างถึง',
    'ถูกแทนด้วย',
    'ผู้ซื้อ',
    'เลขประจำตัวผู้เสียภาษีของผู้ซื้อ',
    'สาขาของผู้ซื้อ',
    'มูลค่าก่อนภาษี',
    'ภาษีมูลค่าเพิ่ม',
    'ยกเว้นภาษี',
    'รวม',
  ],
} as const satisfies Record<Language, readonly string[]>
