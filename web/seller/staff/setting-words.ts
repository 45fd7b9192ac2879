import { type Role, roleNames } from '../../../contract/staff/staff-roles.ts'
import { weekdayName } from '../../../contract/values/day.ts'
import { type Language, localeOf } from '../../../contract/values/languages.ts'

/*
 * The audit log's words for the owner's settings. The log stores the whole value of a topic, before and after; these
 * functions name the fields that differ.
 */

type Texts = Readonly<Record<Language, string>>

/** The names of the topics in the seller's area. */
export const topicNames: Readonly<Record<string, Texts>> = {
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

/** The names of the fields of the topics' values; fields that only hold others have none. */
const fieldWords: Readonly<Record<string, Texts>> = {
  action: { en: 'What happens', th: 'สิ่งที่ทำ' },
  addressLines: { en: 'Address', th: 'ที่อยู่' },
  addressLinesTh: { en: 'Thai address', th: 'ที่อยู่ภาษาไทย' },
  afterMinutes: { en: 'After, minutes', th: 'หลังจาก (นาที)' },
  auditDays: { en: 'Audit log kept, days', th: 'เก็บบันทึกไว้ (วัน)' },
  basisPoints: { en: 'Rate', th: 'อัตรา' },
  bestSellers: { en: 'Promise: best sellers', th: 'คำสัญญา: สินค้าขายดี' },
  branch: { en: 'Branch', th: 'สาขา' },
  classes: { en: 'Tax class', th: 'ประเภทภาษี' },
  closed: { en: 'Closed days', th: 'วันหยุด' },
  company: { en: 'Company', th: 'กิจการ' },
  companyTh: { en: 'Thai company name', th: 'ชื่อกิจการภาษาไทย' },
  customers: { en: 'Promise: customers', th: 'คำสัญญา: จำนวนลูกค้า' },
  deliveryArea: { en: 'Delivery area', th: 'พื้นที่จัดส่ง' },
  deliveryAreaTh: { en: 'Thai delivery area', th: 'พื้นที่จัดส่งภาษาไทย' },
  deliveryMinutes: { en: 'Promise: delivery minutes', th: 'คำสัญญา: ส่งในกี่นาที' },
  email: { en: 'Email', th: 'อีเมล' },
  enabled: { en: 'Switched on', th: 'เปิดใช้' },
  freshness: { en: 'Promise: freshness', th: 'คำสัญญา: ความสด' },
  hours: { en: 'Hours in words', th: 'เวลาทำการเป็นข้อความ' },
  hoursTh: { en: 'Hours in Thai words', th: 'เวลาทำการเป็นข้อความภาษาไทย' },
  issuer: { en: 'Receipts', th: 'ใบเสร็จ' },
  kind: { en: 'Registered with', th: 'ลงทะเบียนด้วย' },
  latitude: { en: 'Latitude', th: 'ละติจูด' },
  limitMinutes: { en: 'At most, minutes', th: 'ไม่เกิน (นาที)' },
  line: { en: 'LINE chat', th: 'แชท LINE' },
  logo: { en: 'Logo', th: 'โลโก้' },
  longitude: { en: 'Longitude', th: 'ลองจิจูด' },
  mode: { en: 'Prices and tax', th: 'ราคาและภาษี' },
  mrpAndTaxes: { en: 'Promise: includes all taxes', th: 'คำสัญญา: รวมภาษีแล้ว' },
  name: { en: 'Name', th: 'ชื่อ' },
  nameTh: { en: 'Thai name', th: 'ชื่อภาษาไทย' },
  number: { en: 'Number', th: 'หมายเลข' },
  path: { en: 'Address of its page', th: 'ที่อยู่หน้าหมวดหมู่' },
  phone: { en: 'Phone', th: 'โทรศัพท์' },
  pickers: { en: 'Pickers', th: 'พนักงานจัดสินค้า' },
  picture: { en: 'Picture', th: 'รูปภาพ' },
  prices: { en: 'Promise: prices', th: 'คำสัญญา: ราคา' },
  rates: { en: 'Rate', th: 'อัตรา' },
  rating: { en: 'Promise: stars', th: 'คำสัญญา: ดาว' },
  receiver: { en: 'Receiver’s name', th: 'ชื่อผู้รับ' },
  reference1: { en: 'Reference 1', th: 'เลขอ้างอิง 1' },
  reference2: { en: 'Reference 2', th: 'เลขอ้างอิง 2' },
  riders: { en: 'Riders', th: 'ไรเดอร์' },
  roles: { en: 'Roles', th: 'ตำแหน่ง' },
  rounding: { en: 'Rounding', th: 'การปัดเศษ' },
  slipDays: { en: 'Slips kept, days', th: 'เก็บรูปสลิปไว้ (วัน)' },
  social: { en: 'Link', th: 'ลิงก์' },
  taxId: { en: 'Tax ID', th: 'เลขประจำตัวผู้เสียภาษี' },
  tint: { en: 'Colour', th: 'สี' },
  vatRegistered: { en: 'Registered for VAT', th: 'จดทะเบียน VAT' },
  zoom: { en: 'Map zoom', th: 'การซูมแผนที่' },
}

/** Fields that only hold others: the names of the inner fields are enough. */
const nestedSettings = ['proxy', 'contact', 'map', 'claims', 'tax', 'categories', 'week']

/** Fields that the shop sets itself, with another field. */
const impliedSettings = ['documentsSince']

/** Values that are chosen from a few, by their field. */
const valueWords: Readonly<Record<string, Readonly<Record<string, Texts>>>> = {
  action: {
    ring: { en: 'Goes on ringing', th: 'เตือนต่อไป' },
    confirm: { en: 'Confirms by itself', th: 'ยืนยันอัตโนมัติ' },
    cancel: { en: 'Cancels', th: 'ยกเลิก' },
  },
  kind: {
    mobile: { en: 'Mobile number', th: 'เบอร์มือถือ' },
    taxId: { en: 'ID card or tax ID', th: 'บัตรประชาชนหรือเลขผู้เสียภาษี' },
    eWallet: { en: 'E-wallet', th: 'อีวอลเล็ต' },
    biller: { en: 'Biller ID of a bank', th: 'Biller ID ของธนาคาร' },
  },
  mode: {
    included: { en: 'Prices include the tax', th: 'ราคารวมภาษี' },
    added: { en: 'The tax is added', th: 'บวกภาษีเพิ่ม' },
  },
  rounding: {
    'half up': { en: 'Rounded, a half up', th: 'ปัดเศษ ครึ่งปัดขึ้น' },
    down: { en: 'Dropped', th: 'ปัดทิ้ง' },
  },
}

const yesNo = { true: { en: 'yes', th: 'ใช่' }, false: { en: 'no', th: 'ไม่' } } as const
const orderOfList: Texts = { en: 'Order', th: 'ลำดับ' }
const fromDay: Texts = { en: 'from', th: 'ตั้งแต่' }
const always: Texts = { en: 'always', th: 'ตลอดมา' }

/** A field of a setting that differs: before or after is undefined if there was or is none. */
export type SettingChange = { label: string; before: string | undefined; after: string | undefined }

type Field = { label: string; text: string }
type Fields = Map<string, Field>

/** Returns which fields of a topic's value differ, with their words and values. Either value may be absent. */
export function settingChanges(before: unknown, after: unknown, language: Language): SettingChange[] {
  const old = fieldsOf(before, language)
  const now = fieldsOf(after, language)
  const changes: SettingChange[] = []
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(key)
    const is = now.get(key)
    if (was?.text !== is?.text)
      changes.push({ label: is?.label ?? was?.label ?? '', before: was?.text, after: is?.text })
  }
  return [...changes, ...orderChange(before, after, language)]
}

function fieldsOf(value: unknown, language: Language): Fields {
  const fields: Fields = new Map()
  const add = (keys: readonly string[], labels: readonly string[], text: string) =>
    fields.set(JSON.stringify(keys), { label: labels.join(' · '), text })

  function walk(value: unknown, keys: readonly string[], labels: readonly string[]): void {
    const field = keys.at(-1) ?? ''
    if (value === null || value === undefined || impliedSettings.includes(field)) return
    if (Array.isArray(value) && field === 'week') walkWeek(value, keys, labels)
    // Each day of a list is a field of its own, so that a change shows only the added and removed days.
    else if (Array.isArray(value) && field === 'closed')
      for (const day of value) add([...keys, String(day)], labels, String(day))
    else if (Array.isArray(value) && value.every((each) => typeof each === 'object')) walkList(value, keys, labels)
    else if (typeof value === 'object' && !Array.isArray(value))
      for (const [key, inner] of Object.entries(value))
        walk(inner, [...keys, key], nestedSettings.includes(key) ? labels : [...labels, wordsOf(key, language)])
    else add(keys, labels, textOf(field, value, language))
  }

  /** Items are identified by their id, so that a renamed or moved item stays the same one. */
  function walkList(
    list: readonly Record<string, unknown>[],
    keys: readonly string[],
    labels: readonly string[],
  ): void {
    const known = new Map<string, number>()
    for (const item of list) {
      const id = String(item.path ?? item.id ?? item.from ?? item.name)
      const nth = (known.get(id) ?? 0) + 1
      known.set(id, nth)
      const inner = [...keys, `${id} ${nth}`]
      if ('basisPoints' in item) {
        const day = item.from === '0001-01-01' ? always[language] : `${fromDay[language]} ${item.from}`
        add(inner, [...labels, day], `${Number(item.basisPoints) / 100}%`)
      } else if ('url' in item) add(inner, [...labels, String(item.name)], String(item.url))
      else {
        const name = String((language === 'th' && item.nameTh) || item.name || id)
        const { id: _, path: __, ...rest } = item
        walk(rest, inner, [...labels, name])
      }
    }
  }

  function walkWeek(week: readonly unknown[], keys: readonly string[], labels: readonly string[]): void {
    const spans = week as { day: number; from: string; to: string }[]
    for (const day of [1, 2, 3, 4, 5, 6, 7]) {
      const text = spans.filter((span) => span.day === day).map(({ from, to }) => `${from}–${to}`)
      if (text.length > 0)
        add([...keys, String(day)], [...labels, weekdayName(day, localeOf(language))], text.join(', '))
    }
  }

  walk(value, [], [])
  return fields
}

/** Returns the change in the order of the categories and tax classes that are in both lists. */
function orderChange(before: unknown, after: unknown, language: Language): SettingChange[] {
  const [old, now] = [before, after].map((value) => listOf(value))
  if (!old || !now) return []
  const idOf = (item: Record<string, unknown>) => String(item.path ?? item.id)
  const inBoth = (list: typeof old, other: typeof old) =>
    list.filter((item) => other.some((each) => idOf(each) === idOf(item)))
  const kept = inBoth(old, now)
  const moved = inBoth(now, old)
  if (kept.map(idOf).join('\n') === moved.map(idOf).join('\n')) return []
  const names = (list: typeof old) =>
    list.map(({ name, nameTh }) => String((language === 'th' && nameTh) || name)).join(', ')
  return [{ label: orderOfList[language], before: names(kept), after: names(moved) }]
}

function listOf(value: unknown): Record<string, unknown>[] | undefined {
  const { categories, tax } = (value ?? {}) as { categories?: unknown; tax?: { classes?: unknown } }
  const list = categories ?? tax?.classes
  return Array.isArray(list) ? list : undefined
}

const wordsOf = (key: string, language: Language): string =>
  (Object.hasOwn(fieldWords, key) ? fieldWords[key]?.[language] : undefined) ?? key

function textOf(field: string, value: unknown, language: Language): string {
  if (typeof value === 'boolean') return yesNo[`${value}`][language]
  if (field === 'roles' && Array.isArray(value))
    return value.map((role) => roleNames[role as Role]?.[language] ?? String(role)).join(', ')
  if (Array.isArray(value)) return value.join(', ')
  const words = Object.hasOwn(valueWords, field) ? valueWords[field] : undefined
  const text = String(value)
  return words && Object.hasOwn(words, text) ? (words[text]?.[language] ?? text) : text
}
