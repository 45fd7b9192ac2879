import { fillText, type Texts } from '../values/fill-text.ts'
import type { Language } from '../values/languages.ts'

/** Errors of single form fields. */
export const fieldErrors = {
  required: { en: 'Please fill in this field', th: 'กรุณากรอกข้อมูลในช่องนี้' },
  too_short: { en: 'At least {min} characters', th: 'ต้องมีอย่างน้อย {min} ตัว' },
  too_long: { en: 'At most {max} characters', th: 'ต้องไม่เกิน {max} ตัว' },
  email: { en: 'This does not look like an email address', th: 'รูปแบบอีเมลไม่ถูกต้อง' },
  postcode: { en: '3 to 10 digits or letters', th: 'รหัสไปรษณีย์เป็นตัวเลขหรือตัวอักษรอังกฤษ 3 ถึง 10 ตัว' },
  phone_digits: { en: 'A phone number has at least 3 digits', th: 'เบอร์โทรศัพท์ต้องมีตัวเลขอย่างน้อย 3 ตัว' },
  password_blank: { en: 'Not only spaces', th: 'ต้องไม่ใช่ช่องว่างทั้งหมด' },
  code: { en: 'The code has six digits', th: 'รหัสมีตัวเลข 6 หลัก' },
  characters: { en: 'This contains characters that cannot be stored', th: 'มีอักขระที่ไม่สามารถบันทึกได้' },
  tax_id: {
    en: 'A tax ID has 13 digits, and the last one follows from the others. Please compare it.',
    th: 'เลขประจำตัวผู้เสียภาษีต้องมี 13 หลักและเลขตัวสุดท้ายต้องถูกต้อง กรุณาตรวจสอบอีกครั้ง',
  },
  period: {
    en: 'Choose a first and a last day, at most {max} days apart',
    th: 'กรุณาเลือกวันแรกและวันสุดท้าย ห่างกันไม่เกิน {max} วัน',
  },
  branch: { en: 'Five digits; 00000 is the head office', th: 'ตัวเลข 5 หลัก สำนักงานใหญ่คือ 00000' },
  number: { en: 'This is not a number we can take', th: 'ตัวเลขนี้ใช้ไม่ได้' },
  number_too_low: { en: 'A number of at least {min}', th: 'ใส่ตัวเลขตั้งแต่ {min} ขึ้นไป' },
  number_too_high: { en: 'A number of at most {max}', th: 'ใส่ตัวเลขไม่เกิน {max}' },
  whole_number: { en: 'A whole number from {min} to {max}', th: 'ใส่จำนวนเต็มตั้งแต่ {min} ถึง {max}' },
  percentage: { en: 'A percentage above 0 and at most 100', th: 'ใส่เปอร์เซ็นต์ที่มากกว่า 0 และไม่เกิน 100' },
  type: { en: 'This is not of the expected type', th: 'ชนิดข้อมูลไม่ถูกต้อง' },
  invalid: { en: 'This value cannot be used', th: 'ค่านี้ใช้ไม่ได้' },
  incomplete: { en: 'Complete this, or clear it', th: 'กรุณากรอกให้ครบ หรือลบออก' },
  category: { en: 'Choose one of the categories', th: 'กรุณาเลือกหมวดหมู่' },
  category_unknown: { en: 'The shop has no such category any more', th: 'ไม่มีหมวดหมู่นี้ในร้านแล้ว' },
  product_unknown: { en: 'The shop has no such product', th: 'ไม่มีสินค้านี้ในร้าน' },
  choose_one: { en: 'Choose at least one', th: 'เลือกอย่างน้อยหนึ่งรายการ' },
  tax_class: { en: 'Choose one of the tax classes', th: 'กรุณาเลือกประเภทภาษี' },
  price: { en: 'A price above zero, with at most two decimals', th: 'ราคาต้องมากกว่าศูนย์และมีทศนิยมไม่เกินสองตำแหน่ง' },
  amount: { en: 'An amount with at most two decimals', th: 'ใส่จำนวนเงินที่มีทศนิยมไม่เกินสองตำแหน่ง' },
  price_too_high: { en: 'At most {max}', th: 'ต้องไม่เกิน {max}' },
  price_unclear: {
    en: 'Which price is meant? Write it with a point, such as 25.50',
    th: 'ไม่แน่ใจว่าเป็นราคาเท่าใด กรุณาใช้จุดทศนิยม เช่น 25.50',
  },
  offer_above_price: { en: 'The offer price may not be above the price', th: 'ราคาขายต้องไม่สูงกว่าราคาปกติ' },
  too_many: { en: 'At most {max} pictures', th: 'ใส่รูปได้ไม่เกิน {max} รูป' },
  too_many_lines: { en: 'At most {max} lines', th: 'ต้องไม่เกิน {max} บรรทัด' },
  line_too_long: { en: 'At most {max} characters in a line', th: 'แต่ละบรรทัดต้องไม่เกิน {max} ตัวอักษร' },
  picture_type: {
    en: '{name} is not a JPEG, PNG, WebP or AVIF picture',
    th: '{name} ไม่ใช่รูปภาพ JPEG, PNG, WebP หรือ AVIF',
  },
  picture_heic: {
    en: '{name} is a HEIC photo. Send it as JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible; or export it as JPEG.',
    th: '{name} เป็นรูป HEIC กรุณาส่งเป็น JPEG: ใน iPhone ไปที่ การตั้งค่า > กล้อง > รูปแบบ > เข้ากันได้มากที่สุด หรือส่งออกรูปเป็น JPEG',
  },
  picture_too_large: { en: '{name} is larger than 12 MB', th: '{name} มีขนาดใหญ่กว่า 12 MB' },
  picture_too_many_pixels: { en: '{name} has more than 50 megapixels', th: '{name} มีความละเอียดเกิน 50 ล้านพิกเซล' },
  picture_broken: { en: '{name} is damaged and cannot be read', th: '{name} เสียหายและไม่สามารถอ่านได้' },
  promotion_code: { en: '3 to 20 letters A to Z and digits', th: 'ใช้ตัวอักษร A ถึง Z และตัวเลข 3 ถึง 20 ตัว' },
  promotion_code_taken: { en: 'Another promotion has this code', th: 'โปรโมชันอื่นใช้โค้ดนี้แล้ว' },
  window_ends_first: { en: 'The end has to be after the start', th: 'เวลาสิ้นสุดต้องอยู่หลังเวลาเริ่มต้น' },
  window_cut_off: {
    en: 'Orders have to end before the time is over: {least} or more',
    th: 'ต้องปิดรับก่อนเวลาจัดส่งสิ้นสุด ใส่ได้ตั้งแต่ {least} ขึ้นไป',
  },
  promotion_past: { en: 'This is in the past', th: 'เวลานี้ผ่านไปแล้ว' },
  promotion_ends_first: { en: 'The end has to be after the start', th: 'เวลาสิ้นสุดต้องอยู่หลังเวลาเริ่มต้น' },
  promotion_uses: { en: 'It has more uses already: {uses}', th: 'ถูกใช้ไปแล้ว {uses} ครั้ง' },
  zone_tiers: {
    en: 'The first fee is from 0; each next one is from a higher sum, and lower',
    th: 'ค่าส่งแรกเริ่มจากยอด 0 รายการถัดไปต้องเริ่มจากยอดที่สูงขึ้นและค่าส่งต่ำลง',
  },
  zone_areas: {
    en: 'Choose at least one area, or make the zone everywhere',
    th: 'เลือกพื้นที่อย่างน้อยหนึ่งแห่ง หรือเลือกส่งทั่วประเทศ',
  },
  zone_everywhere: {
    en: 'Another zone is everywhere already. Change or remove that one first.',
    th: 'มีเขตอื่นที่ส่งทุกพื้นที่อยู่แล้ว แก้ไขหรือลบเขตนั้นก่อน',
  },
  area_unknown: { en: 'One of these areas isn’t known', th: 'ไม่พบพื้นที่บางแห่ง' },
  hours_ends_first: {
    en: 'The end has to be after the start. Hours past midnight go on the next day, from 00:00.',
    th: 'เวลาสิ้นสุดต้องอยู่หลังเวลาเริ่ม หากเปิดเลยเที่ยงคืน ให้เพิ่มในวันถัดไปตั้งแต่ 00:00',
  },
  hours_overlap: { en: 'These hours overlap others of the day', th: 'เวลานี้ทับกับเวลาอื่นในวันเดียวกัน' },
  day_past: { en: 'This day is over', th: 'วันที่เลือกผ่านไปแล้ว' },
  proxy_digits: { en: 'Digits only', th: 'ใช้ตัวเลขเท่านั้น' },
  proxy_length: { en: 'A digit is missing, or there is one too many', th: 'จำนวนหลักไม่ถูกต้อง' },
  proxy_mobile: { en: 'A Thai mobile number begins with 06, 08 or 09', th: 'เบอร์มือถือไทยขึ้นต้นด้วย 06, 08 หรือ 09' },
  proxy_check_digit: { en: 'One of these digits is wrong', th: 'มีตัวเลขบางหลักไม่ถูกต้อง' },
  proxy_reference: { en: 'Letters A to Z and digits only', th: 'ใช้ตัวอักษร A ถึง Z และตัวเลขเท่านั้น' },
  link: {
    en: 'An address that begins with https://, without a user’s name or password',
    th: 'ที่อยู่เว็บที่ขึ้นต้นด้วย https:// โดยไม่มีชื่อผู้ใช้หรือรหัสผ่าน',
  },
  phone: {
    en: 'One number that can be called: digits, spaces, dashes and brackets, with or without + in front',
    th: 'เบอร์ที่โทรได้หนึ่งเบอร์ ใช้ตัวเลข เว้นวรรค ขีด วงเล็บ และ + นำหน้าได้',
  },
  thai_phone: {
    en: 'A Thai mobile number has 10 digits, like 081\u00a0234\u00a05678, and others have 9, like 02\u00a0123\u00a04567',
    th: 'เบอร์มือถือมี 10 หลัก เช่น 081\u00a0234\u00a05678 เบอร์บ้านมี 9 หลัก เช่น 02\u00a0123\u00a04567',
  },
  tax_day: { en: 'Choose a day', th: 'กรุณาเลือกวัน' },
  tax_day_repeated: { en: 'Another rate begins on this day', th: 'มีอัตราอื่นเริ่มวันนี้แล้ว' },
  tax_day_past: {
    en: 'Tomorrow or later: orders of today and before have their rate already',
    th: 'ต้องเริ่มพรุ่งนี้หรือหลังจากนั้น เพราะคำสั่งซื้อถึงวันนี้คิดภาษีไปแล้ว',
  },
  tax_rate_past: {
    en: 'A rate that has begun stays: orders and documents have it. Add one from a later day.',
    th: 'อัตราที่เริ่มใช้แล้วแก้ไม่ได้ เพราะอยู่ในคำสั่งซื้อและเอกสารแล้ว กรุณาเพิ่มอัตราใหม่ที่เริ่มภายหลัง',
  },
  tax_class_taken: { en: 'Another tax class has this name', th: 'มีประเภทภาษีอื่นใช้ชื่อนี้แล้ว' },
  tax_standard: { en: 'The standard class stays', th: 'ต้องมีประเภทภาษีปกติ' },
  tax_included: {
    en: 'The prices of a shop that is registered for VAT include it',
    th: 'ร้านที่จดทะเบียน VAT ต้องแสดงราคารวม VAT',
  },
  too_many_categories: { en: 'At most {max} categories', th: 'มีหมวดหมู่ได้ไม่เกิน {max} หมวด' },
  category_name_taken: { en: 'Another category has this name', th: 'มีหมวดหมู่อื่นใช้ชื่อนี้แล้ว' },
  picture_gone: { en: 'This picture is no longer there. Choose it again.', th: 'ไม่พบรูปนี้แล้ว กรุณาเลือกรูปอีกครั้ง' },
  taken: { en: 'This email already has an account', th: 'อีเมลนี้เป็นสมาชิกอยู่แล้ว' },
  common: { en: 'Too easy to guess', th: 'เดาง่ายเกินไป' },
} as const satisfies Record<string, Texts>

export type FieldErrorCode = keyof typeof fieldErrors

/**
 * Returns a label as a sentence has it: Thai and English, an abbreviation such as OTP, and PromptPay, keep their
 * capitals.
 */
const inSentence = (label: string): string =>
  label
    .split(' ')
    .map((word) => (/^(?:Thai|English)$|^.+[A-Z]/.test(word) ? word : word.toLowerCase()))
    .join(' ')

/** Returns the error of an empty field, by its label. */
export function requiredMessage(label: string, language: Language): string {
  return fillText({ en: 'Please enter the {label}', th: 'กรุณากรอก{label}' }[language], { label: inSentence(label) })
}

/** Returns a field error's message in one language, with its placeholders filled. */
export function fieldErrorMessage(
  error: FieldErrorCode,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillText(fieldErrors[error][language], values)
}
