import { fillText, type Texts } from '../values/fill-text.ts'
import type { Language } from '../values/languages.ts'
import { accountRefusals } from './account-refusals.ts'
import { callRefusals } from './call-refusals.ts'
import { placingRefusals } from './placing-refusals.ts'
import { shopRefusals } from './shop-refusals.ts'

/**
 * Every refusal: a code for programs, a message for people. The HTTP status is 200 if the shop declines a well-formed
 * request (clients show `message` only then), and 4xx/5xx if the request itself is wrong. `{name}` placeholders are
 * filled by the operation that refuses. The refusals of slips, of an order's steps and of refunds are here, the others
 * in the imported files.
 */
export const refusals = {
  ...placingRefusals,

  // Holding a delivery window.
  hold_used_up: {
    status: 200,
    en: 'We keep places for half an hour from the first time that you choose, and can’t keep one again for now. You can order while this time has a place.',
    th: 'เรากันที่ให้ครึ่งชั่วโมงนับจากเวลาแรกที่คุณเลือก จึงยังกันให้อีกไม่ได้ในตอนนี้ แต่ยังสั่งซื้อได้ถ้ารอบนี้มีที่ว่าง',
  },

  // Slips.
  slip_waits: {
    status: 200,
    en: 'We have your slip and are checking it. You need not send another one.',
    th: 'เราได้รับสลิปแล้วและกำลังตรวจสอบ ไม่ต้องส่งซ้ำ',
  },
  slip_no_code: {
    status: 200,
    en: 'We could not find the small QR code of a bank slip in this picture. Send the whole slip, as your bank’s app saved it.',
    th: 'ไม่พบคิวอาร์โค้ดของสลิปในรูปนี้ กรุณาส่งสลิปเต็มรูปตามที่แอปธนาคารบันทึกไว้',
  },
  slip_payment_qr: {
    status: 200,
    en: 'This is the code to pay, not the slip. Send the picture that your bank’s app saved after you had paid.',
    th: 'รูปนี้เป็นคิวอาร์สำหรับจ่ายเงิน ไม่ใช่สลิป กรุณาส่งรูปสลิปที่แอปธนาคารบันทึกให้หลังจ่ายเงินแล้ว',
  },
  slip_checksum: {
    status: 200,
    en: 'The QR code of this slip cannot be read correctly. Send the picture as your bank’s app saved it, not a photo of a screen.',
    th: 'อ่านคิวอาร์โค้ดของสลิปนี้ไม่ถูกต้อง กรุณาส่งรูปสลิปจากแอปธนาคารโดยตรง ไม่ใช่ภาพถ่ายหน้าจอ',
  },
  slip_several: {
    status: 200,
    en: 'There are several slips in this picture. Send one slip at a time.',
    th: 'ในรูปนี้มีสลิปมากกว่าหนึ่งใบ กรุณาส่งทีละใบ',
  },
  slip_type: {
    status: 200,
    en: 'This is not a JPEG, PNG or WebP picture. Send a screenshot of the slip.',
    th: 'ไฟล์นี้ไม่ใช่รูป JPEG, PNG หรือ WebP กรุณาส่งภาพแคปหน้าจอของสลิป',
  },
  slip_too_large: {
    status: 200,
    en: 'This picture is too large: at most 10 MB and 25 megapixels. Send a screenshot of the slip.',
    th: 'รูปนี้ใหญ่เกินไป (ไม่เกิน 10 MB และ 25 ล้านพิกเซล) กรุณาส่งภาพแคปหน้าจอของสลิป',
  },
  slip_broken: {
    status: 200,
    en: 'This picture is damaged or incomplete. Please send it again.',
    th: 'รูปนี้เสียหายหรือส่งมาไม่ครบ กรุณาส่งอีกครั้ง',
  },
  slip_used: {
    status: 200,
    en: 'This slip was already used for an order. If you paid this order by another transfer, send its slip.',
    th: 'สลิปนี้ถูกใช้กับคำสั่งซื้ออื่นแล้ว หากโอนเงินสำหรับคำสั่งซื้อนี้ด้วยรายการอื่น กรุณาส่งสลิปของรายการนั้น',
  },
  slip_of_other_order: {
    status: 200,
    en: 'The shopper has sent this transfer’s slip for order {number} since. Decide there what it paid.',
    th: 'ลูกค้าส่งสลิปของเงินโอนรายการนี้ให้ออเดอร์ {number} แล้ว กรุณาตัดสินที่ออเดอร์นั้น',
  },
  slip_other_amount: {
    status: 200,
    en: 'The order awaits its payment of {amount}. Reject the slip if another sum came.',
    th: 'ออเดอร์นี้รอชำระ {amount} ถ้าเงินที่โอนมาไม่ตรงยอด กรุณาปฏิเสธสลิป',
  },
  slip_sent_before: {
    status: 200,
    en: 'You sent this slip before, and the shop could not accept it. Send another one, or contact the shop.',
    th: 'คุณส่งสลิปนี้มาแล้วและร้านรับไม่ได้ กรุณาส่งสลิปอื่น หรือติดต่อร้าน',
  },
  slip_unknown: { status: 200, en: 'There is no such slip', th: 'ไม่พบสลิปนี้' },
  slip_undecided: {
    status: 200,
    en: 'A slip of this order waits: say first whether its money is here.',
    th: 'ออเดอร์นี้มีสลิปรอตรวจ กรุณาบอกก่อนว่าเงินเข้าหรือไม่',
  },
  slip_decided: {
    status: 200,
    en: 'This order is paid already. Look at the slip again.',
    th: 'คำสั่งซื้อนี้ชำระเงินแล้ว กรุณาตรวจสอบสลิปอีกครั้ง',
  },

  // Events of the payment gateway, and tax invoices.
  event_unsigned: {
    status: 400,
    en: 'This notification is not signed by the payment gateway',
    th: 'การแจ้งเตือนนี้ไม่ได้ลงนามโดยผู้ให้บริการชำระเงิน',
  },
  no_tax_invoice: {
    status: 200,
    en: 'There is no tax invoice to make for this order: it is not paid, all of it was refunded, it has one already, or the shop is no longer registered for VAT',
    th: 'ออกใบกำกับภาษีให้คำสั่งซื้อนี้ไม่ได้ เพราะยังไม่ชำระเงิน คืนเงินทั้งหมดแล้ว ออกใบกำกับภาษีเต็มรูปไปแล้ว หรือร้านไม่ได้จดทะเบียนภาษีมูลค่าเพิ่มแล้ว',
  },
  tax_invoice_too_late: {
    status: 200,
    en: 'A tax invoice can be made until the end of the month of the payment. Please contact the shop.',
    th: 'ออกใบกำกับภาษีเต็มรูปได้ภายในสิ้นเดือนที่ชำระเงินเท่านั้น กรุณาติดต่อร้าน',
  },

  // The steps of an order, and its address.
  status_changed: {
    status: 200,
    en: 'This order is already at "{status}". Look at it again before moving it on.',
    th: 'ออเดอร์นี้อยู่ในสถานะ "{status}" แล้ว กรุณาตรวจสอบอีกครั้งก่อนเปลี่ยนสถานะ',
  },
  address_corrected: {
    status: 200,
    en: 'The address of this order was corrected meanwhile. Compare the two, then save again.',
    th: 'ที่อยู่ของออเดอร์นี้ถูกแก้ไขไปแล้วระหว่างนี้ กรุณาเทียบที่อยู่ทั้งสอง แล้วบันทึกอีกครั้ง',
  },
  address_final: {
    status: 200,
    en: 'This order is already at "{status}": its address stays as it is.',
    th: 'ออเดอร์นี้อยู่ในสถานะ "{status}" แล้ว จึงแก้ไขที่อยู่ไม่ได้',
  },
  address_elsewhere: {
    status: 200,
    en: 'This address is in the zone {to}, no longer in {from}. The order moves to that zone’s riders. Its price, fee and delivery time stay: check that the time is possible there. If the fee has to be another, cancel the order and ask the customer to order again.',
    th: 'ที่อยู่นี้อยู่ในเขต {to} ไม่ใช่เขต {from} ออเดอร์จะย้ายไปอยู่กับเขตใหม่ในรายการของพนักงานส่งของ ยอดเงิน ค่าส่ง และเวลาจัดส่งคงเดิม กรุณาตรวจว่าส่งทันเวลา หากต้องคิดค่าส่งใหม่ ให้ยกเลิกออเดอร์แล้วขอให้ลูกค้าสั่งใหม่',
  },
  address_outside: {
    status: 200,
    en: 'The shop doesn’t deliver to this address: no zone has it. Check it again. If a rider can go there nevertheless, save it: the order stays in the zone {from}, and its price, fee and delivery time stay. Otherwise cancel the order.',
    th: 'ร้านไม่ส่งไปที่อยู่นี้ เพราะไม่อยู่ในเขตจัดส่งใด กรุณาตรวจที่อยู่อีกครั้ง หากยังไปส่งได้ ให้บันทึก ออเดอร์จะอยู่ในเขต {from} เหมือนเดิม ยอดเงิน ค่าส่ง และเวลาจัดส่งคงเดิม หากไปส่งไม่ได้ ให้ยกเลิกออเดอร์',
  },
  status_not_next: {
    status: 200,
    en: 'An order cannot go from "{from}" to "{to}"',
    th: 'ไม่สามารถเปลี่ยนออเดอร์จาก "{from}" เป็น "{to}" ได้',
  },
  too_late_to_undo: {
    status: 200,
    en: 'Delivered can only be undone on the day of the delivery',
    th: 'ย้อนสถานะ "จัดส่งสำเร็จ" ได้ภายในวันที่ส่งเท่านั้น',
  },

  // Refunds.
  order_not_refundable: {
    status: 200,
    en: 'Nothing of this order can be refunded: it costs nothing any more',
    th: 'ออเดอร์นี้ไม่มีเงินที่ต้องคืนแล้ว',
  },
  refund_changed: {
    status: 200,
    en: 'This order was changed meanwhile: {reduction} was taken off its price, and it now costs {cost}. Look at it again.',
    th: 'ออเดอร์นี้เปลี่ยนไปแล้ว ลดราคาไปแล้ว {reduction} ขณะนี้เหลือ {cost} กรุณาตรวจสอบอีกครั้ง',
  },
  refund_too_much: {
    status: 200,
    en: 'At most {left} of this order can still be refunded',
    th: 'ออเดอร์นี้คืนเงินได้อีกไม่เกิน {left}',
  },
  pieces_refunded: {
    status: 200,
    en: 'Of {name}, {left} can still be refunded',
    th: '{name} คืนเงินได้อีก {left} ชิ้น',
  },
  weight_refunded: {
    status: 200,
    en: 'Of {name}, {left} {unit} can still be refunded',
    th: '{name} คืนเงินได้อีก {left} {unit}',
  },
  size_unreadable: {
    status: 200,
    en: 'How much a pack of {name} holds isn’t known. Refund pieces or an amount instead.',
    th: 'ไม่ทราบน้ำหนักหรือปริมาณของ {name} กรุณาคืนเป็นชิ้นหรือเป็นยอดเงินแทน',
  },
  refund_is_cancel: {
    status: 200,
    en: 'That is the whole order, and it isn’t delivered yet: cancel it instead',
    th: 'ยอดนี้คือทั้งออเดอร์ซึ่งยังไม่ได้ส่ง กรุณายกเลิกออเดอร์แทน',
  },
  nothing_to_deliver: {
    status: 200,
    en: 'Nothing of this order would be left to deliver. Cancel the order instead: then all that was paid is refunded, the delivery fee too, and nothing is collected.',
    th: 'ออเดอร์นี้จะไม่เหลือสินค้าให้จัดส่ง กรุณายกเลิกออเดอร์แทน เงินที่จ่ายแล้วจะคืนทั้งหมดรวมค่าส่ง และไม่มีการเก็บเงิน',
  },
  too_many_refunds: {
    status: 200,
    en: 'An order can be refunded {max} times at most',
    th: 'คืนเงินได้ไม่เกิน {max} ครั้งต่อออเดอร์',
  },
  nothing_to_pay_out: {
    status: 200,
    en: 'Nothing is to be paid out for this order',
    th: 'ออเดอร์นี้ไม่มีเงินที่ต้องจ่ายคืน',
  },
  nothing_to_collect: {
    status: 200,
    en: 'Nothing is to be collected for this order',
    th: 'ออเดอร์นี้ไม่มีเงินที่ต้องเก็บ',
  },
  balance_changed: {
    status: 200,
    en: 'The amount is {amount} now. Look at the order again.',
    th: 'ขณะนี้ยอดคือ {amount} กรุณาตรวจสอบออเดอร์อีกครั้ง',
  },
  received_too_much: {
    status: 200,
    en: 'This order cost {cost}, so at most {max} more can be recorded as received for it. Check the sum in your account.',
    th: 'ออเดอร์นี้ราคา {cost} จึงบันทึกเงินที่ได้รับเพิ่มได้ไม่เกิน {max} กรุณาตรวจยอดในบัญชีอีกครั้ง',
  },
  refund_under_way: {
    status: 200,
    en: 'The payment gateway is refunding this order. Pay nothing out by hand.',
    th: 'ระบบชำระเงินกำลังคืนเงินออเดอร์นี้ ไม่ต้องคืนด้วยตนเอง',
  },
  money_went_back: {
    status: 200,
    en: 'Money of this order was refunded, so its delivery can’t be undone',
    th: 'ออเดอร์นี้คืนเงินไปแล้ว จึงย้อนสถานะการส่งไม่ได้',
  },

  ...shopRefusals,
  ...accountRefusals,
  ...callRefusals,
} as const satisfies Record<string, Texts & { status: number }>

export type RefusalCode = keyof typeof refusals

/** Returns a refusal's message in one language, with its placeholders filled. */
export function refusalMessage(
  code: RefusalCode,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillText(refusals[code][language], values)
}

/** Returns the message of `too_many` where the wait is known and longer than a minute. */
export function waitMessage(seconds: number, language: Language): string {
  const texts = {
    en: 'Too many tries. Please try again in {minutes} minutes.',
    th: 'ลองบ่อยเกินไป กรุณาลองใหม่ในอีก {minutes} นาที',
  }
  return fillText(texts[language], { minutes: Math.ceil(seconds / 60) })
}
