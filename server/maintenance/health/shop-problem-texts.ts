import { fillText, type Texts } from '../../../contract/values/fill-text.ts'
import type { Language } from '../../../contract/values/languages.ts'

/** Problems of the shop, as shown to its sellers. */
export const problemTexts = {
  paused: {
    en: 'On {since} this shop was restored from a backup, and it is paused: it sends no mails, notices and refunds, as the shop itself may still do so. If this is the shop now, bring its open orders up to date; then the person who runs the server resumes it: npm run resume',
    th: 'ร้านนี้กู้คืนจากข้อมูลสำรองเมื่อ {since} และหยุดการส่งไว้ชั่วคราว จึงไม่ส่งอีเมล ไม่ส่งการแจ้งเตือน และไม่คืนเงิน เพราะร้านเดิมอาจยังทำงานอยู่ หากใช้ร้านนี้แทนร้านเดิม กรุณาอัปเดตออเดอร์ที่ค้างอยู่ให้ตรงกับความจริง แล้วให้ผู้ดูแลเซิร์ฟเวอร์สั่ง npm run resume',
  },
  unnamed_proxy: {
    en: 'Visitors come through a proxy that the server’s settings don’t name, so all of them count as one: a stranger who uses up the limits of logins, registrations and orders closes them for everyone. The person who runs the server sets TRUST_PROXY to the proxy’s address: {proxy}',
    th: 'ลูกค้าทุกคนเข้าร้านผ่านพร็อกซีที่ยังไม่ได้ระบุในการตั้งค่าเซิร์ฟเวอร์ ระบบจึงนับทุกคนเป็นคนเดียวกัน หากมีผู้ใช้โควตาการเข้าสู่ระบบ สมัคร หรือสั่งซื้อจนหมด ทุกคนจะใช้ไม่ได้ กรุณาให้ผู้ดูแลเซิร์ฟเวอร์ตั้ง TRUST_PROXY เป็นที่อยู่ของพร็อกซี: {proxy}',
  },
  refund_failed: {
    en: 'Refunds did not arrive, and the money is with you again. Orders: {orders}. Send it once more from your Stripe dashboard or, if that fails, agree with the shopper on another way.',
    th: 'เงินคืนไปไม่ถึงลูกค้าและกลับมาอยู่ที่ร้านแล้ว ออเดอร์ {orders} กรุณาคืนเงินอีกครั้งในหน้า Stripe ของร้าน หากยังไม่สำเร็จ กรุณาตกลงวิธีอื่นกับลูกค้า',
  },
  no_seller: {
    en: 'There is no seller’s account yet. Create one on the shop’s machine, with its settings: npm run seller -- create you@example.com',
    th: 'ยังไม่มีบัญชีผู้ขาย สร้างได้บนเครื่องของร้านด้วยคำสั่ง npm run seller -- create you@example.com',
  },
  no_products: {
    en: 'The shop has no products yet. Add the first one under Add Product.',
    th: 'ร้านยังไม่มีสินค้า เพิ่มสินค้าแรกได้ที่เมนูเพิ่มสินค้า',
  },
  sample_issuer: {
    en: 'Receipts and tax invoices name a company or an address of the sample, and can’t be changed once they are issued. Write the shop’s own under Settings, Shop, or switch the receipts off under Tax, before the next order is paid.',
    th: 'ใบเสร็จและใบกำกับภาษียังใช้ชื่อบริษัทหรือที่อยู่ตัวอย่าง และแก้ไขไม่ได้เมื่อออกแล้ว กรุณาใส่ข้อมูลจริงที่เมนูตั้งค่า ร้าน หรือปิดการออกใบเสร็จที่เมนูภาษี ก่อนมีคำสั่งซื้อที่ชำระเงินครั้งต่อไป',
  },
  sample_contact: {
    en: 'Visitors don’t see these, because they are still those of the sample: {fields}. Write the shop’s own under Settings.',
    th: 'ลูกค้าจะไม่เห็นข้อมูลเหล่านี้เพราะยังเป็นข้อมูลตัวอย่าง: {fields} กรุณาใส่ข้อมูลจริงที่เมนูตั้งค่า',
  },
  sample_claims: {
    en: 'The shop still makes every promise of the sample (30 minutes, 10,000 customers, 4 of 5 stars …). Keep only what is true, under Settings.',
    th: 'ร้านยังแสดงคำสัญญาของตัวอย่างทั้งหมด (ส่งใน 30 นาที ลูกค้า 10,000 คน 4 ดาว …) เก็บไว้เฉพาะที่เป็นจริงที่เมนูตั้งค่า',
  },
  line_failing: {
    en: 'The LINE group has had no notices since {since}. An owner sees why under Notices.',
    th: 'กลุ่ม LINE ไม่ได้รับการแจ้งเตือนตั้งแต่ {since} เจ้าของร้านดูสาเหตุได้ที่เมนูการแจ้งเตือน',
  },
  mail_unreachable: {
    en: 'No mail has gone out since {since}: the mail server cannot be reached. New shoppers cannot verify their email, and so cannot order. Mails waiting: {count}. Please tell the person who runs the server.',
    th: 'ส่งอีเมลไม่ได้ตั้งแต่ {since} เพราะติดต่อเซิร์ฟเวอร์อีเมลไม่ได้ ลูกค้าใหม่จึงยืนยันอีเมลและสั่งซื้อไม่ได้ มีอีเมลรอส่ง {count} ฉบับ กรุณาแจ้งผู้ดูแลเซิร์ฟเวอร์',
  },
  mail_login_refused: {
    en: 'No mail has gone out since {since}: the mail server refuses the shop’s user name or password. New shoppers cannot verify their email, and so cannot order. Mails waiting: {count}. Please tell the person who runs the server.',
    th: 'ส่งอีเมลไม่ได้ตั้งแต่ {since} เพราะเซิร์ฟเวอร์อีเมลไม่รับชื่อผู้ใช้หรือรหัสผ่านของร้าน ลูกค้าใหม่จึงยืนยันอีเมลและสั่งซื้อไม่ได้ มีอีเมลรอส่ง {count} ฉบับ กรุณาแจ้งผู้ดูแลเซิร์ฟเวอร์',
  },
  mail_refused: {
    en: 'No mail has gone out since {since}: the mail server does not accept the shop’s mails. New shoppers cannot verify their email, and so cannot order. Mails waiting: {count}. Please tell the person who runs the server.',
    th: 'ส่งอีเมลไม่ได้ตั้งแต่ {since} เพราะเซิร์ฟเวอร์อีเมลไม่รับอีเมลของร้าน ลูกค้าใหม่จึงยืนยันอีเมลและสั่งซื้อไม่ได้ มีอีเมลรอส่ง {count} ฉบับ กรุณาแจ้งผู้ดูแลเซิร์ฟเวอร์',
  },
  mail_slow: {
    en: 'Codes by mail have been waiting since {since}: the shop has more mails to send than the mail server takes. New shoppers wait for the code that verifies their email, and those that wait more than ten minutes have to ask for another one. Please tell the person who runs the server.',
    th: 'อีเมลรหัสยืนยันรอส่งตั้งแต่ {since} เพราะร้านมีอีเมลรอส่งมากกว่าที่เซิร์ฟเวอร์อีเมลรับได้ ลูกค้าใหม่ต้องรอรหัสยืนยันอีเมล และหากเกินสิบนาทีต้องขอรหัสใหม่ กรุณาแจ้งผู้ดูแลเซิร์ฟเวอร์',
  },
} as const satisfies Record<string, Texts>

export type ShopProblemCode = keyof typeof problemTexts

/** Returns a problem's message in one language, with its placeholders filled. */
export function shopProblemMessage(
  code: ShopProblemCode,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillText(problemTexts[code][language], values)
}
