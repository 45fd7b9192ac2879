import { nameWithSize } from '../../contract/catalog/name-with-size.ts'
import { inCoins } from '../../contract/pricing/cash-coins.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { roleNames } from '../../contract/staff/staff-roles.ts'
import { cents, formatMoney } from '../../contract/values/money.ts'
import { formatMoment } from '../common/format-moment.ts'
import { type Block, mailOf, renderMail } from './blocks.ts'
import { fullName, type MailContent } from './frame.ts'
import { addressLinesOf, deliveryTimeOf, type OrderMail } from './order-mails.ts'
import type { MailedChange, StaffMail } from './queue-mail.ts'

type Shop = Pick<ShopConfig, 'name' | 'nameTh' | 'currency' | 'contact' | 'timeZone'>

/**
 * Returns the mail about a new order to a seller, or the reminder that it isn't confirmed: the goods to pack, the
 * receiver, the address, and the amount to collect. It is in both languages, as sellers have no language setting, with
 * every name that a product has.
 */
export function sellerMail(
  shop: Shop,
  order: OrderMail,
  ordersUrl: string,
  { reminder = false, now = new Date() }: { reminder?: boolean; now?: Date } = {},
): MailContent {
  const sum = formatMoney(cents(order.amountCents), shop.currency.symbol)
  const toCollect = inCoins(order.costCents, order.coinCents)
  const cash = formatMoney(cents(toCollect), shop.currency.symbol)
  const pay = {
    COD: toCollect === 0 ? 'ไม่ต้องเก็บเงิน · Nothing to collect' : `เก็บเงินสด ${cash} · Collect ${cash} in cash`,
    Online: `จ่ายแล้ว ${sum} · ${sum} paid online`,
    PromptPay: `จ่ายแล้ว ${sum} · ${sum} paid by PromptPay`,
  }[order.paymentType]
  const { address } = order
  const lines = order.lines.map(({ quantity, names, weight }) => {
    const name = names.th === null || names.th === names.en ? names.en : `${names.th} · ${names.en}`
    return `${quantity} × ${nameWithSize(name, weight, 'en')}`
  })
  const note: Block[] = address.note ? [`โน้ตถึงไรเดอร์ · Note: ${address.note}`] : []
  const [thai, english] = reminder ? ['ยังไม่ยืนยันออเดอร์', 'Not confirmed yet: order'] : ['ออเดอร์ใหม่', 'New order']
  const title = `${thai} · ${english} ${order.number}`
  const age = ageOf(order.createdAt, now, shop.timeZone)
  const time = deliveryTimeOf(shop, { ...order, language: 'th' })
  const when: Block[] = time ? [{ bold: `ส่ง · Deliver: ${time}` }] : []
  const paid = order.paymentType === 'COD' ? cash : sum
  return mailOf(shop, 'th', `${thai} ${order.number} · ${reminder ? 'Not confirmed yet' : 'New order'} · ${paid}`, [
    [{ title }, { subtitle: age }, { bold: pay }, ...when],
    [{ list: lines }],
    [{ lines: addressLinesOf(address), quiet: true }, ...note],
    [openOrders(ordersUrl)],
  ])
}

const openOrders = (url: string): Block => ({ button: 'เปิดหน้าออเดอร์ · Open the orders', url })

const changeTexts = {
  cancelled: ['ลูกค้ายกเลิกออเดอร์', 'Cancelled by the customer'],
  moved: ['ลูกค้าเปลี่ยนเวลาส่ง', 'Moved by the customer'],
  unconfirmed: ['ยกเลิกเพราะไม่มีใครยืนยัน', 'Cancelled, as it wasn’t confirmed'],
} as const

/**
 * Returns the mail to a seller about an order that was cancelled by its shopper or by the rule for unconfirmed orders,
 * with the sum to pay out by hand; or that was moved by its shopper, with the new time. It is in both languages, as the
 * mail of a new order is.
 */
export function changeMail(
  shop: Shop,
  order: OrderMail,
  change: MailedChange['change'],
  ordersUrl: string,
): MailContent {
  const [thai, english] = changeTexts[change]
  const title = `${thai} · ${english}: ${order.number}`
  const time = deliveryTimeOf(shop, { ...order, language: 'th' })
  // A card payment is refunded by itself.
  const owed = order.paymentType === 'Online' ? 0 : -order.balanceCents
  const moneyBack = formatMoney(cents(Math.max(owed, 0)), shop.currency.symbol)
  const lines =
    change === 'moved'
      ? time
        ? [`ส่ง · Deliver: ${time}`]
        : []
      : ['ไม่ต้องจัดสินค้า · Nothing to pack', ...(owed > 0 ? [`ต้องจ่ายคืน ${moneyBack} · Pay out ${moneyBack}`] : [])]
  const name = `${order.address.firstName} ${order.address.lastName}`
  return mailOf(shop, 'th', `${thai} ${order.number} · ${english}`, [
    [{ title }, { subtitle: name }, ...lines.map((bold) => ({ bold }))],
    [openOrders(ordersUrl)],
  ])
}

/**
 * Returns the mail to a seller that an order has a slip to look at. It is in both languages, as the mail of a new order
 * is.
 */
export function slipMail(shop: Shop, order: OrderMail, slipsUrl: string): MailContent {
  const sum = formatMoney(cents(order.amountCents), shop.currency.symbol)
  const title = `สลิปรอตรวจ · A slip to look at: ${order.number}`
  const lines = [
    `ลูกค้าส่งสลิปยอด ${sum} ตรวจว่าเงินเข้าบัญชีแล้ว จึงกดยืนยัน`,
    `The shopper sent a slip of ${sum}. Confirm it once the money is in your account.`,
    ...(order.status === 'Cancelled'
      ? [
          'คำสั่งซื้อถูกยกเลิกแล้ว หากเงินเข้าแล้ว กดยืนยันและคืนเงินให้ลูกค้า · The order was cancelled: if the money came, confirm it and pay it out to the shopper.',
        ]
      : []),
    'สลิปปลอมได้ ดูยอดเงินในแอปธนาคารของร้านเท่านั้น · A slip can be made up: only your bank’s app shows whether the money came.',
  ]
  return mailOf(shop, 'th', `สลิปรอตรวจ ${order.number} · A slip to look at · ${sum}`, [
    [{ title }],
    lines,
    [{ button: 'เปิดหน้าสลิป · Open the slips', url: slipsUrl }],
  ])
}

/** Returns the mail that invites to the staff, with the link that makes the account. It is in both languages. */
export function staffMail(shop: Shop, { role, token, by }: StaffMail, publicUrl: string): MailContent {
  const names = roleNames[role]
  // Browsers don't send what follows the #, so the token is in no log.
  const url = `${publicUrl}/seller#join=${token}`
  const title = `คำเชิญร่วมงาน · Join ${shop.name}`
  const lines = [
    `${by} เชิญคุณเป็น${names.th}ของร้าน ${shop.nameTh} ตั้งชื่อและรหัสผ่านเพื่อเริ่มงาน`,
    `${by} invites you to work at ${shop.name} as ${names.en.toLowerCase()}. Set a name and a password to begin.`,
    'ลิงก์ใช้ได้ครั้งเดียว ภายใน 3 วัน · The link works once, within three days.',
  ]
  return {
    subject: `คำเชิญร่วมงาน · You are invited to ${fullName(shop)}`,
    ...renderMail(shop, 'th', [[{ title }], lines, [{ button: 'รับคำเชิญ · Accept', url }]]),
  }
}

/** Returns when the order was placed, in the shop's time zone, and how long ago if that is two minutes or more. */
function ageOf(placedAt: Date, now: Date, timeZone: string): string {
  const time = formatMoment(placedAt, 'en', timeZone)
  const minutes = Math.floor((now.getTime() - placedAt.getTime()) / 60_000)
  return minutes < 2 ? time : `${time} · ${minutes} นาทีที่แล้ว · ${minutes} minutes ago`
}
