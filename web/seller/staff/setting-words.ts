import type { SettingTopic, SettingValue } from '../../../contract/entities/setting-values.ts'
import type { Texts } from '../../../contract/values/fill-text.ts'

/*
 * The audit log's names for the owner's settings: of each topic, its fields and the values that are chosen from a few.
 */

/** The names of the topics in the seller's area. LINE's has a table of its own. */
const topicNames: Readonly<Record<SettingTopic | 'line', Texts>> = {
  asap: { en: 'As soon as possible', th: 'ส่งเร็วที่สุด' },
  categories: { en: 'Categories', th: 'หมวดหมู่' },
  hours: { en: 'Opening hours', th: 'เวลาเปิดร้าน' },
  line: { en: 'Notices by LINE', th: 'การแจ้งเตือนทาง LINE' },
  promptpay: { en: 'PromptPay', th: 'พร้อมเพย์' },
  'second-factor': { en: 'Who needs a second step', th: 'ใครต้องยืนยันขั้นที่สอง' },
  shop: { en: 'Shop', th: 'ร้าน' },
  staff: { en: 'Staff', th: 'พนักงาน' },
  tax: { en: 'Tax', th: 'ภาษี' },
  unconfirmed: { en: 'Unconfirmed orders', th: 'ออเดอร์ที่ยังไม่มีใครยืนยัน' },
}

/** Fields that only hold others: the names of the inner fields are enough. */
export const nestedFields = ['categories', 'claims', 'contact', 'map', 'proxy', 'tax', 'week'] as const

/** Fields that the shop sets itself, with another field. */
export const impliedFields = ['documentsSince'] as const

/** Fields that are shown as a part of the name or value of the entry that has them. */
type PartOfEntry = 'basisPoints' | 'day' | 'from' | 'id' | 'path' | 'to' | 'url'

/** The names of a value's fields at all depths. */
type FieldOf<Value> = Value extends readonly (infer Entry)[]
  ? FieldOf<Entry>
  : Value extends object
    ? { [Field in keyof Value & string]: Field | FieldOf<Value[Field]> }[keyof Value & string]
    : never

type NamedField<Topic extends SettingTopic> = Exclude<
  FieldOf<Required<SettingValue<Topic>>>,
  PartOfEntry | (typeof nestedFields)[number] | (typeof impliedFields)[number]
>

/** The names of the fields of each topic. */
const fieldWords: { readonly [Topic in SettingTopic]: Readonly<Record<NamedField<Topic>, Texts>> } = {
  asap: {
    enabled: { en: 'Switched on', th: 'เปิดใช้' },
    limitMinutes: { en: 'At most, minutes', th: 'ไม่เกิน (นาที)' },
    pickers: { en: 'Pickers', th: 'พนักงานจัดสินค้า' },
    riders: { en: 'Riders', th: 'ไรเดอร์' },
  },
  categories: {
    name: { en: 'Name', th: 'ชื่อ' },
    nameTh: { en: 'Thai name', th: 'ชื่อภาษาไทย' },
    picture: { en: 'Picture', th: 'รูปภาพ' },
    tint: { en: 'Colour', th: 'สี' },
  },
  hours: {
    closed: { en: 'Closed days', th: 'วันหยุด' },
  },
  promptpay: {
    enabled: { en: 'Switched on', th: 'เปิดใช้' },
    kind: { en: 'Registered with', th: 'ลงทะเบียนด้วย' },
    number: { en: 'Number', th: 'หมายเลข' },
    receiver: { en: 'Receiver’s name', th: 'ชื่อผู้รับ' },
    reference1: { en: 'Reference 1', th: 'เลขอ้างอิง 1' },
    reference2: { en: 'Reference 2', th: 'เลขอ้างอิง 2' },
    slipDays: { en: 'Slips kept, days', th: 'เก็บรูปสลิปไว้ (วัน)' },
  },
  'second-factor': {
    roles: { en: 'Roles', th: 'ตำแหน่ง' },
  },
  shop: {
    addressLines: { en: 'Address', th: 'ที่อยู่' },
    addressLinesTh: { en: 'Thai address', th: 'ที่อยู่ภาษาไทย' },
    bestSellers: { en: 'Promise: best sellers', th: 'คำสัญญา: สินค้าขายดี' },
    company: { en: 'Company', th: 'กิจการ' },
    companyTh: { en: 'Thai company name', th: 'ชื่อกิจการภาษาไทย' },
    customers: { en: 'Promise: customers', th: 'คำสัญญา: จำนวนลูกค้า' },
    deliveryArea: { en: 'Delivery area', th: 'พื้นที่จัดส่ง' },
    deliveryAreaTh: { en: 'Thai delivery area', th: 'พื้นที่จัดส่งภาษาไทย' },
    deliveryMinutes: { en: 'Promise: delivery minutes', th: 'คำสัญญา: ส่งในกี่นาที' },
    email: { en: 'Email', th: 'อีเมล' },
    freshness: { en: 'Promise: freshness', th: 'คำสัญญา: ความสด' },
    hours: { en: 'Hours in words', th: 'เวลาทำการเป็นข้อความ' },
    hoursTh: { en: 'Hours in Thai words', th: 'เวลาทำการเป็นข้อความภาษาไทย' },
    latitude: { en: 'Latitude', th: 'ละติจูด' },
    line: { en: 'LINE chat', th: 'แชท LINE' },
    logo: { en: 'Logo', th: 'โลโก้' },
    longitude: { en: 'Longitude', th: 'ลองจิจูด' },
    mrpAndTaxes: { en: 'Promise: includes all taxes', th: 'คำสัญญา: รวมภาษีแล้ว' },
    name: { en: 'Name', th: 'ชื่อ' },
    nameTh: { en: 'Thai name', th: 'ชื่อภาษาไทย' },
    phone: { en: 'Phone', th: 'โทรศัพท์' },
    prices: { en: 'Promise: prices', th: 'คำสัญญา: ราคา' },
    rating: { en: 'Promise: stars', th: 'คำสัญญา: ดาว' },
    social: { en: 'Link', th: 'ลิงก์' },
    zoom: { en: 'Map zoom', th: 'การซูมแผนที่' },
  },
  staff: {
    auditDays: { en: 'Audit log kept, days', th: 'เก็บบันทึกไว้ (วัน)' },
  },
  tax: {
    branch: { en: 'Branch', th: 'สาขา' },
    classes: { en: 'Tax class', th: 'ประเภทภาษี' },
    issuer: { en: 'Receipts', th: 'ใบเสร็จ' },
    mode: { en: 'Prices and tax', th: 'ราคาและภาษี' },
    name: { en: 'Name', th: 'ชื่อ' },
    nameTh: { en: 'Thai name', th: 'ชื่อภาษาไทย' },
    rates: { en: 'Rate', th: 'อัตรา' },
    rounding: { en: 'Rounding', th: 'การปัดเศษ' },
    taxId: { en: 'Tax ID', th: 'เลขประจำตัวผู้เสียภาษี' },
    vatRegistered: { en: 'Registered for VAT', th: 'จดทะเบียน VAT' },
  },
  unconfirmed: {
    action: { en: 'What happens', th: 'สิ่งที่ทำ' },
    afterMinutes: { en: 'After, minutes', th: 'หลังจาก (นาที)' },
  },
}

type Words<Value extends string> = Readonly<Record<Value, Texts>>

/** The fields of a value at all depths that are chosen from a few, each with what can be chosen. */
type ChosenOf<Value> = Value extends object
  ? {
      [Field in keyof Value & string]: NonNullable<Value[Field]> extends string
        ? string extends NonNullable<Value[Field]>
          ? never
          : [Field, NonNullable<Value[Field]>]
        : ChosenOf<Value[Field]>
    }[keyof Value & string]
  : never
type ChosenWords<Chosen extends [string, string]> = {
  readonly [Field in Chosen[0]]: Words<Extract<Chosen, [Field, string]>[1]>
}

/** The words of values that are chosen from a few, by their topic and field. */
const valueWords: {
  readonly [Topic in SettingTopic as [ChosenOf<SettingValue<Topic>>] extends [never] ? never : Topic]: ChosenWords<
    ChosenOf<SettingValue<Topic>>
  >
} = {
  promptpay: {
    kind: {
      mobile: { en: 'Mobile number', th: 'เบอร์มือถือ' },
      taxId: { en: 'ID card or tax ID', th: 'บัตรประชาชนหรือเลขผู้เสียภาษี' },
      eWallet: { en: 'E-wallet', th: 'อีวอลเล็ต' },
      biller: { en: 'Biller ID of a bank', th: 'Biller ID ของธนาคาร' },
    },
  },
  tax: {
    mode: {
      included: { en: 'Prices include the tax', th: 'ราคารวมภาษี' },
      added: { en: 'The tax is added', th: 'บวกภาษีเพิ่ม' },
    },
    rounding: {
      'half up': { en: 'Rounded, a half up', th: 'ปัดเศษ ครึ่งปัดขึ้น' },
      down: { en: 'Dropped', th: 'ปัดทิ้ง' },
    },
  },
  unconfirmed: {
    action: {
      ring: { en: 'Goes on ringing', th: 'เตือนต่อไป' },
      confirm: { en: 'Confirms by itself', th: 'ยืนยันอัตโนมัติ' },
      cancel: { en: 'Cancels', th: 'ยกเลิก' },
    },
  },
}

/** Returns a table's own entry: what was stored can have any name, also one that every object has. */
const entryOf = <Entry>(table: Readonly<Record<string, Entry>> | undefined, name: string): Entry | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined

const asStored = (name: string): Texts => ({ en: name, th: name })

/** Returns a topic's name; an unknown one keeps its stored name. */
export const topicName = (topic: string): Texts => entryOf<Texts>(topicNames, topic) ?? asStored(topic)

/** Returns the name of a topic's field; an unknown one keeps its stored name. */
export const fieldName = (topic: string, field: string): Texts =>
  entryOf(entryOf<Readonly<Record<string, Texts>>>(fieldWords, topic), field) ?? asStored(field)

/** Returns the words of a value that is chosen from a few; any other value stays as it is. */
export const valueName = (topic: string, field: string, value: string): Texts =>
  entryOf(entryOf(entryOf<Readonly<Record<string, Words<string>>>>(valueWords, topic), field), value) ?? asStored(value)
