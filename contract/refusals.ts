import { fillText, type Texts } from './fill-text.ts'
import type { Language } from './shop.ts'

/**
 * Every refusal: a code for programs, a message for people. The HTTP status is 200 if the shop declines a well-formed
 * request (clients show `message` only then), and 4xx/5xx if the request itself is wrong. `{name}` placeholders are
 * filled by the operation that refuses.
 */
export const refusals = {
  // Placing an order, in the order in which they are checked.
  not_signed_in: { status: 401, en: 'กรุณา Login ก่อน', th: 'กรุณาเข้าสู่ระบบก่อน' },
  email_unverified: {
    status: 200,
    en: 'กรุณา ยืนยันอีเมลก่อนทำการสั่งซื้อ',
    th: 'กรุณายืนยันอีเมลก่อนสั่งซื้อ',
  },
  address_missing: { status: 200, en: 'Please select an address', th: 'กรุณาเลือกที่อยู่จัดส่ง' },
  cart_empty: { status: 200, en: 'Your cart is empty', th: 'ตะกร้าของคุณว่างเปล่า' },
  product_unavailable: {
    status: 200,
    en: '{name} is sold out for now. Remove it from the cart to order the rest.',
    th: '{name} หมดชั่วคราว ลบออกแล้วสั่งซื้อต่อได้เลย',
  },
  stock_short: {
    status: 200,
    en: 'Only {left} of {name} left. Lower the quantity to go on.',
    th: '{name} เหลือเพียง {left} ชิ้น ลดจำนวนแล้วสั่งซื้อต่อได้เลย',
  },
  list_too_long: {
    status: 200,
    en: 'The shop has more than {max} products: ask for a page at a time, with limit and cursor',
    th: 'ร้านมีสินค้ามากกว่า {max} รายการ กรุณาขอทีละหน้าด้วย limit และ cursor',
  },
  product_unknown: { status: 200, en: 'There is no such product', th: 'ไม่พบสินค้านี้' },
  amount_changed: {
    status: 200,
    en: 'Prices have changed: the total is now {amount}. Check the cart and order again.',
    th: 'ราคาเปลี่ยน ยอดใหม่ {amount} กรุณาตรวจตะกร้าแล้วสั่งอีกครั้ง',
  },
  coupon_unknown: {
    status: 200,
    en: 'We don’t know the code {code}. Check its letters and digits.',
    th: 'ไม่พบโค้ด {code} กรุณาตรวจสอบตัวอักษรและตัวเลขอีกครั้ง',
  },
  coupon_not_begun: {
    status: 200,
    en: 'The code {code} can be used from {from} on.',
    th: 'โค้ด {code} เริ่มใช้ได้ตั้งแต่ {from}',
  },
  coupon_ended: { status: 200, en: 'The code {code} ended on {end}.', th: 'โค้ด {code} หมดอายุเมื่อ {end}' },
  coupon_used_up: {
    status: 200,
    en: 'The code {code} is used up: others were faster.',
    th: 'โค้ด {code} ถูกใช้ครบจำนวนแล้ว',
  },
  coupon_used_by_you: {
    status: 200,
    en: 'You have used the code {code} as often as it can be.',
    th: 'คุณใช้โค้ด {code} ครบจำนวนครั้งแล้ว',
  },
  coupon_first_order: {
    status: 200,
    en: 'The code {code} is for a first order only.',
    th: 'โค้ด {code} ใช้ได้เฉพาะคำสั่งซื้อแรก',
  },
  coupon_minimum: {
    status: 200,
    en: 'Add {missing} more to use the code {code}.',
    th: 'ซื้อเพิ่มอีก {missing} เพื่อใช้โค้ด {code}',
  },
  coupon_pieces: {
    status: 200,
    en: 'Pieces of its products to add before the code {code} counts: {pieces}',
    th: 'เพิ่มสินค้าที่ร่วมรายการอีก {pieces} ชิ้นเพื่อใช้โค้ด {code}',
  },
  coupon_not_these: {
    status: 200,
    en: 'The code {code} isn’t for the products in your cart.',
    th: 'โค้ด {code} ใช้กับสินค้าในตะกร้านี้ไม่ได้',
  },
  coupon_no_effect: {
    status: 200,
    en: 'The code {code} would take nothing off this order.',
    th: 'โค้ด {code} ไม่ช่วยลดราคาคำสั่งซื้อนี้',
  },
  not_delivered: {
    status: 200,
    en: 'We don’t deliver to this address.{where}',
    th: 'ร้านยังไม่ส่งถึงที่อยู่นี้{where}',
  },
  below_minimum: {
    status: 200,
    en: 'Orders to this address start at {minimum}. Add goods for {missing} more.',
    th: 'ที่อยู่นี้สั่งขั้นต่ำ {minimum} กรุณาเพิ่มสินค้าอีก {missing}',
  },
  nothing_to_pay: {
    status: 200,
    en: 'This order costs nothing, so there is nothing to pay online. Please choose cash on delivery.',
    th: 'คำสั่งซื้อนี้ไม่มียอดต้องชำระ กรุณาเลือกเก็บเงินปลายทาง',
  },
  attempt_reused: {
    status: 422,
    en: 'This Idempotency-Key was used for something else. Use a new key.',
    th: 'Idempotency-Key นี้ถูกใช้กับรายการอื่นแล้ว กรุณาใช้คีย์ใหม่',
  },
  payment_unavailable: {
    status: 200,
    en: 'Online payment is not available right now. Please choose cash on delivery.',
    th: 'ตอนนี้ชำระออนไลน์ไม่ได้ กรุณาเลือกเก็บเงินปลายทาง',
  },

  order_unknown: { status: 200, en: 'There is no such order', th: 'ไม่พบคำสั่งซื้อนี้' },
  too_many_unpaid: {
    status: 200,
    en: 'You have {max} orders that await payment. Pay or cancel one of them in My orders, then order again.',
    th: 'คุณมีคำสั่งซื้อที่รอชำระเงินอยู่ {max} รายการ ชำระเงินหรือยกเลิกรายการเดิมในหน้าคำสั่งซื้อของฉันก่อน แล้วสั่งใหม่อีกครั้ง',
  },
  too_many_lapsed: {
    status: 200,
    en: 'Too many of your online orders ended without a payment today. Please choose cash on delivery, or try again tomorrow.',
    th: 'วันนี้คำสั่งซื้อออนไลน์ของคุณไม่ได้ชำระเงินหลายรายการเกินไป กรุณาเลือกเก็บเงินปลายทาง หรือลองใหม่พรุ่งนี้',
  },
  too_many_windows: {
    status: 200,
    en: 'You have {max} orders with a delivery time that the shop hasn’t confirmed yet. Wait until it has, then order again.',
    th: 'คุณมีคำสั่งซื้อที่เลือกรอบส่งไว้และรอร้านยืนยันอยู่ {max} รายการ รอร้านยืนยันก่อน แล้วสั่งใหม่อีกครั้ง',
  },
  too_many_asap: {
    status: 200,
    en: 'You have {max} orders as soon as possible that the shop hasn’t confirmed yet. Wait until it has, or choose another delivery time.',
    th: 'คุณมีคำสั่งซื้อแบบส่งเร็วที่สุดที่รอร้านยืนยันอยู่ {max} รายการ รอร้านยืนยันก่อน หรือเลือกเวลาจัดส่งอื่น',
  },
  choose_delivery: {
    status: 200,
    en: 'Please choose a delivery time',
    th: 'กรุณาเลือกเวลาจัดส่ง',
  },
  delivery_full: {
    status: 200,
    en: 'All delivery times are taken at the moment. Please try again later: places become free again.',
    th: 'ขณะนี้เวลาจัดส่งเต็มทุกรอบ กรุณาลองใหม่ภายหลัง อาจมีที่ว่างเพิ่ม',
  },
  hold_used_up: {
    status: 200,
    en: 'We have kept a place for you for half an hour, and can’t keep one again for now. You can order while this time has a place.',
    th: 'เรากันที่ไว้ให้คุณครบครึ่งชั่วโมงแล้ว จึงยังกันให้อีกไม่ได้ในตอนนี้ แต่ยังสั่งซื้อได้ถ้ารอบนี้มีที่ว่าง',
  },
  order_not_cancellable: {
    status: 200,
    en: 'The shop is already working on this order, so it cannot be cancelled here. Please contact the shop.',
    th: 'ร้านเริ่มดำเนินการกับคำสั่งซื้อนี้แล้ว จึงยกเลิกที่นี่ไม่ได้ กรุณาติดต่อร้าน',
  },
  order_being_paid: {
    status: 200,
    en: 'The payment of your earlier order is being checked, so it stays as it is: see My orders. To buy these goods as well, open the cart again and order.',
    th: 'คำสั่งซื้อก่อนหน้ากำลังตรวจสอบการชำระเงิน จึงยังคงอยู่ ดูได้ที่คำสั่งซื้อของฉัน หากต้องการสินค้าเหล่านี้เพิ่ม กรุณาเปิดตะกร้าใหม่แล้วสั่งอีกครั้ง',
  },
  order_not_payable: {
    status: 200,
    en: 'This order can no longer be paid. Look at My orders to see how it stands.',
    th: 'คำสั่งซื้อนี้ชำระเงินไม่ได้แล้ว กรุณาดูสถานะที่หน้าคำสั่งซื้อของฉัน',
  },
  payment_processing: {
    status: 200,
    en: 'Your payment for this order is being processed. You need not pay again.',
    th: 'กำลังดำเนินการชำระเงินของคำสั่งซื้อนี้ ไม่ต้องชำระซ้ำ',
  },
  promptpay_unavailable: {
    status: 200,
    en: 'This shop does not take PromptPay at the moment. Please choose another way to pay.',
    th: 'ขณะนี้ร้านไม่รับชำระด้วยพร้อมเพย์ กรุณาเลือกวิธีชำระเงินอื่น',
  },
  online_too_little: {
    status: 200,
    en: 'Online payment starts at {min}. Please choose another way to pay.',
    th: 'ชำระเงินออนไลน์ได้ตั้งแต่ {min} ขึ้นไป กรุณาเลือกวิธีชำระเงินอื่น',
  },
  promptpay_too_much: {
    status: 200,
    en: 'This order costs more than a PromptPay code can ask for. Please choose another way to pay.',
    th: 'ยอดนี้เกินกว่าที่คิวอาร์พร้อมเพย์รองรับ กรุณาเลือกวิธีชำระเงินอื่น',
  },
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
  slip_sent_before: {
    status: 200,
    en: 'You sent this slip before, and the shop could not accept it. Send another one, or contact the shop.',
    th: 'คุณส่งสลิปนี้มาแล้วและร้านรับไม่ได้ กรุณาส่งสลิปอื่น หรือติดต่อร้าน',
  },
  slip_unknown: { status: 200, en: 'There is no such slip', th: 'ไม่พบสลิปนี้' },
  slip_decided: {
    status: 200,
    en: 'This order is paid already. Look at the slip again.',
    th: 'คำสั่งซื้อนี้ชำระเงินแล้ว กรุณาตรวจสอบสลิปอีกครั้ง',
  },
  notice_unsigned: {
    status: 400,
    en: 'This notification is not signed by the payment gateway',
    th: 'การแจ้งเตือนนี้ไม่ได้ลงนามโดยผู้ให้บริการชำระเงิน',
  },
  no_tax_invoice: {
    status: 200,
    en: 'There is no tax invoice to make for this order: it is not paid, all of it was given back, or it has one already',
    th: 'ออกใบกำกับภาษีให้คำสั่งซื้อนี้ไม่ได้ เพราะยังไม่ชำระเงิน คืนเงินทั้งหมดแล้ว หรือออกใบกำกับภาษีเต็มรูปไปแล้ว',
  },
  tax_invoice_too_late: {
    status: 200,
    en: 'A tax invoice can be made until the end of the month of the payment. Please contact the shop.',
    th: 'ออกใบกำกับภาษีเต็มรูปได้ภายในสิ้นเดือนที่ชำระเงินเท่านั้น กรุณาติดต่อร้าน',
  },
  order_moved: {
    status: 200,
    en: 'This order is already at "{status}". Look at it again before moving it on.',
    th: 'ออเดอร์นี้อยู่ในสถานะ "{status}" แล้ว กรุณาตรวจสอบอีกครั้งก่อนเปลี่ยนสถานะ',
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
    en: 'Nothing of this order can be given back: it costs nothing any more',
    th: 'ออเดอร์นี้ไม่มีเงินที่ต้องคืนแล้ว',
  },
  refund_changed: {
    status: 200,
    en: 'This order was changed meanwhile: {refunded} was taken off its price, and it now costs {due}. Look at it again.',
    th: 'ออเดอร์นี้เปลี่ยนไปแล้ว ลดราคาไปแล้ว {refunded} ขณะนี้เหลือ {due} กรุณาตรวจสอบอีกครั้ง',
  },
  refund_too_much: {
    status: 200,
    en: 'At most {left} of this order can still be given back',
    th: 'ออเดอร์นี้คืนเงินได้อีกไม่เกิน {left}',
  },
  pieces_refunded: {
    status: 200,
    en: 'Of {name}, {left} can still be given back',
    th: '{name} คืนเงินได้อีก {left} ชิ้น',
  },
  weight_refunded: {
    status: 200,
    en: 'Of {name}, {left} {unit} can still be given back',
    th: '{name} คืนเงินได้อีก {left} {unit}',
  },
  size_unreadable: {
    status: 200,
    en: 'How much a pack of {name} holds isn’t known. Give back pieces or an amount instead.',
    th: 'ไม่ทราบน้ำหนักหรือปริมาณของ {name} กรุณาคืนเป็นชิ้นหรือเป็นยอดเงินแทน',
  },
  refund_is_cancel: {
    status: 200,
    en: 'That is the whole order, and it isn’t delivered yet: cancel it instead',
    th: 'ยอดนี้คือทั้งออเดอร์ซึ่งยังไม่ได้ส่ง กรุณายกเลิกออเดอร์แทน',
  },
  too_many_refunds: {
    status: 200,
    en: 'An order can be refunded {max} times at most',
    th: 'คืนเงินได้ไม่เกิน {max} ครั้งต่อออเดอร์',
  },
  nothing_to_give_back: {
    status: 200,
    en: 'Nothing is to be given back for this order',
    th: 'ออเดอร์นี้ไม่มีเงินที่ต้องคืน',
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
    en: 'The payment gateway is refunding this order. Give nothing back by hand.',
    th: 'ระบบชำระเงินกำลังคืนเงินออเดอร์นี้ ไม่ต้องคืนด้วยตนเอง',
  },
  money_went_back: {
    status: 200,
    en: 'Money of this order was given back, so its delivery can’t be undone',
    th: 'ออเดอร์นี้คืนเงินไปแล้ว จึงย้อนสถานะการส่งไม่ได้',
  },

  // The seller's products.
  product_changed: {
    status: 200,
    en: 'Somebody changed this product meanwhile. Open it again to see how it is now; what you typed is still here.',
    th: 'มีผู้อื่นแก้ไขสินค้านี้แล้ว กรุณาเปิดใหม่เพื่อดูข้อมูลล่าสุด สิ่งที่คุณพิมพ์ไว้ยังอยู่',
  },
  stock_changed: {
    status: 200,
    en: 'The stock changed meanwhile: it is now {stock}. Check it and save again.',
    th: 'จำนวนสินค้าเปลี่ยนไปแล้ว ขณะนี้คือ {stock} กรุณาตรวจสอบแล้วบันทึกอีกครั้ง',
  },

  // Promotions.
  promotion_unknown: { status: 200, en: 'There is no such promotion', th: 'ไม่พบโปรโมชันนี้' },
  promotion_changed: {
    status: 200,
    en: 'A colleague has changed this promotion meanwhile. Open it again to see how it is now.',
    th: 'มีผู้อื่นแก้ไขโปรโมชันนี้แล้ว กรุณาเปิดใหม่เพื่อดูค่าล่าสุด',
  },
  too_many_promotions: {
    status: 200,
    en: 'The shop can have {max} promotions at a time. End one that is over first.',
    th: 'มีโปรโมชันพร้อมกันได้ไม่เกิน {max} รายการ กรุณายุติรายการที่จบแล้วก่อน',
  },

  // Delivery zones.
  zone_unknown: { status: 200, en: 'There is no such zone', th: 'ไม่พบเขตจัดส่งนี้' },
  zone_changed: {
    status: 200,
    en: 'A colleague has changed this zone meanwhile. Open it again to see how it is now.',
    th: 'มีผู้อื่นแก้ไขเขตจัดส่งนี้แล้ว กรุณาเปิดใหม่เพื่อดูค่าล่าสุด',
  },
  zones_changed: {
    status: 200,
    en: 'A colleague has changed the zones meanwhile. Here they are as they are now.',
    th: 'มีผู้อื่นแก้ไขเขตจัดส่งแล้ว นี่คือรายการล่าสุด',
  },
  too_many_zones: {
    status: 200,
    en: 'A shop can have at most {max} zones. Remove one first.',
    th: 'ตั้งเขตจัดส่งได้ไม่เกิน {max} เขต กรุณาลบบางเขตก่อน',
  },

  // The owner's settings.
  promptpay_not_baht: {
    status: 200,
    en: 'PromptPay is for shops that sell in baht: set the currency to THB in shop.config.ts first.',
    th: 'พร้อมเพย์ใช้ได้กับร้านที่ขายเป็นเงินบาทเท่านั้น กรุณาตั้งสกุลเงินเป็น THB ใน shop.config.ts ก่อน',
  },
  category_in_use: {
    status: 200,
    en: 'This category has {count} products, {archived} of them in the archive. Move them to another category first.',
    th: 'หมวดหมู่นี้มีสินค้า {count} รายการ (อยู่ในคลังเก็บ {archived} รายการ) กรุณาย้ายไปหมวดหมู่อื่นก่อน',
  },
  tax_class_in_use: {
    status: 200,
    en: '{count} products have this tax class. Give them another one first.',
    th: 'มีสินค้า {count} รายการใช้ประเภทภาษีนี้ กรุณาเปลี่ยนประเภทภาษีของสินค้าก่อน',
  },
  tax_sample_company: {
    status: 200,
    en: 'Receipts need your own company. Its name is still the sample’s: change it under Shop first.',
    th: 'ใบเสร็จต้องใช้ชื่อกิจการของคุณเอง ตอนนี้ยังเป็นชื่อตัวอย่าง กรุณาแก้ที่หัวข้อร้านก่อน',
  },
  category_promoted: {
    status: 200,
    en: 'Promotions are about this category: {names}. Change or archive them first.',
    th: 'มีโปรโมชันที่ใช้กับหมวดหมู่นี้: {names} กรุณาแก้ไขหรือเก็บโปรโมชันก่อน',
  },
  synonym_same: {
    status: 200,
    en: 'Both sides are the same to the search already',
    th: 'ระบบค้นหาถือว่าสองคำนี้เป็นคำเดียวกันอยู่แล้ว',
  },
  synonym_known: { status: 200, en: 'This synonym is in the list already', th: 'มีคู่คำนี้อยู่แล้ว' },
  synonyms_full: {
    status: 200,
    en: 'There are {max} synonyms, the most that the search keeps. Remove one first.',
    th: 'มีคู่คำครบ {max} คู่แล้ว กรุณาลบบางคู่ก่อนเพิ่ม',
  },
  window_full: {
    status: 200,
    en: 'This delivery time has just filled up. Please choose another one.',
    th: 'เวลาจัดส่งนี้เพิ่งเต็ม กรุณาเลือกเวลาอื่น',
  },
  window_closed: {
    status: 200,
    en: 'This delivery time no longer takes orders. Please choose another one.',
    th: 'เวลาจัดส่งนี้ปิดรับออเดอร์แล้ว กรุณาเลือกเวลาอื่น',
  },
  asap_closed: {
    status: 200,
    en: 'The shop can’t deliver as soon as possible at the moment. Please choose a delivery time.',
    th: 'ขณะนี้ร้านยังส่งแบบเร็วที่สุดไม่ได้ กรุณาเลือกเวลาจัดส่ง',
  },
  window_move_late: {
    status: 200,
    en: 'It is too late to change the delivery time of this order. Please call the shop.',
    th: 'เลยเวลาที่เปลี่ยนรอบจัดส่งของคำสั่งซื้อนี้ได้แล้ว กรุณาโทรหาร้าน',
  },
  delivery_booked: {
    status: 200,
    en: 'Orders are already booked there. Move them to another time first.',
    th: 'มีออเดอร์จองเวลานี้ไว้แล้ว กรุณาย้ายออเดอร์ไปเวลาอื่นก่อน',
  },
  not_to_take: {
    status: 200,
    en: 'This order is at "{status}": it can’t be taken for delivery',
    th: 'ออเดอร์นี้อยู่ในสถานะ "{status}" จึงรับไปส่งไม่ได้',
  },
  taken_by_other: {
    status: 200,
    en: 'Another rider has this order',
    th: 'ไรเดอร์คนอื่นรับออเดอร์นี้ไปแล้ว',
  },
  not_your_round: {
    status: 200,
    en: 'This order isn’t in your round any more. Ask the shop.',
    th: 'ออเดอร์นี้ไม่อยู่ในรอบส่งของคุณแล้ว กรุณาถามที่ร้าน',
  },
  round_full: {
    status: 200,
    en: 'You have {max} orders. Deliver some of them first.',
    th: 'คุณรับไว้ {max} ออเดอร์แล้ว กรุณาส่งบางส่วนก่อน',
  },
  tap_reused: {
    status: 200,
    en: 'This id belongs to another request',
    th: 'รหัสนี้เป็นของคำขออื่น',
  },
  photo_type: {
    status: 200,
    en: 'This is not a JPEG, PNG or WebP picture. Take the photo again.',
    th: 'ไฟล์นี้ไม่ใช่รูป JPEG, PNG หรือ WebP กรุณาถ่ายใหม่',
  },
  photo_too_large: {
    status: 200,
    en: 'This photo is too large: at most 6 MB and 25 megapixels',
    th: 'รูปนี้ใหญ่เกินไป (ไม่เกิน 6 MB และ 25 ล้านพิกเซล)',
  },
  photo_broken: {
    status: 200,
    en: 'This photo is damaged or incomplete. Take it again.',
    th: 'รูปนี้เสียหายหรือไม่ครบ กรุณาถ่ายใหม่',
  },
  rider_cash_changed: {
    status: 200,
    en: 'The rider owes {amount} now. Count again.',
    th: 'ขณะนี้ไรเดอร์ต้องส่งเงิน {amount} กรุณานับอีกครั้ง',
  },
  too_many_templates: {
    status: 200,
    en: 'A shop can have at most {max} delivery times a week',
    th: 'ตั้งรอบจัดส่งได้ไม่เกิน {max} รอบ',
  },
  setting_changed: {
    status: 200,
    en: 'A colleague has changed these settings meanwhile. Open them again to see how they are now.',
    th: 'มีผู้อื่นแก้ไขการตั้งค่านี้แล้ว กรุณาเปิดใหม่เพื่อดูค่าล่าสุด',
  },

  // Accounts.
  invalid_credentials: {
    status: 200,
    en: 'Wrong email or password',
    th: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง',
  },
  email_taken: {
    status: 200,
    en: 'An account with this email already exists. Log in, or reset the password.',
    th: 'อีเมลนี้เป็นสมาชิกอยู่แล้ว เข้าสู่ระบบหรือตั้งรหัสผ่านใหม่ได้เลย',
  },
  password_common: {
    status: 200,
    en: 'This password is too easy to guess. Choose another one.',
    th: 'รหัสผ่านนี้เดาง่ายเกินไป กรุณาตั้งใหม่',
  },
  already_verified: { status: 200, en: 'Your email is already verified', th: 'อีเมลของคุณยืนยันแล้ว' },
  otp_wrong: {
    status: 200,
    en: 'รหัส OTP ไม่ถูกต้อง',
    th: 'รหัส OTP ไม่ถูกต้อง',
  },
  otp_expired: {
    status: 200,
    en: 'This code has expired or was used up. Ask for a new one.',
    th: 'รหัสนี้หมดอายุหรือถูกใช้ไปแล้ว กรุณาขอรหัสใหม่',
  },

  codes_closed: {
    status: 429,
    en: 'Too many wrong codes were tried for this account today. Open the link in the newest mail with a code instead.',
    th: 'วันนี้มีการกรอกรหัสของบัญชีนี้ผิดหลายครั้งเกินไป กรุณากดลิงก์ในอีเมลรหัสฉบับล่าสุดแทน',
  },
  reset_mails_closed: {
    status: 429,
    en: 'Several mails with a code were sent to this address within the hour, if it has an account. Open the link in the newest one: it leads to a new password in any browser.',
    th: 'ภายในหนึ่งชั่วโมงนี้ เราส่งรหัสไปที่อีเมลนี้หลายฉบับแล้ว (หากมีบัญชี) กรุณากดลิงก์ในอีเมลฉบับล่าสุดเพื่อตั้งรหัสผ่านใหม่ ใช้ได้ในทุกเบราว์เซอร์',
  },

  // Staff.
  staff_member: {
    status: 200,
    en: 'This address already has an account in this shop’s seller area',
    th: 'อีเมลนี้มีบัญชีในส่วนร้านค้าอยู่แล้ว',
  },
  staff_full: { status: 200, en: 'A shop can have at most {max} staff', th: 'ร้านมีพนักงานได้ไม่เกิน {max} คน' },
  staff_unknown: { status: 200, en: 'This person no longer works here', th: 'พนักงานคนนี้ไม่ได้อยู่ในร้านแล้ว' },
  last_owner: {
    status: 200,
    en: 'The shop needs an owner. Make someone else an owner first.',
    th: 'ร้านต้องมีเจ้าของอย่างน้อยหนึ่งคน กรุณาตั้งคนอื่นเป็นเจ้าของก่อน',
  },
  invitation_incomplete: {
    status: 200,
    en: 'This link isn’t complete. Open it from the mail once more, or copy all of it.',
    th: 'ลิงก์นี้ไม่ครบ กรุณาเปิดจากอีเมลอีกครั้ง หรือคัดลอกลิงก์ให้ครบ',
  },
  invitation_closed: {
    status: 200,
    en: 'This invitation was used or withdrawn, or has expired. Ask an owner of the shop for a new one.',
    th: 'คำเชิญนี้ถูกใช้หรือยกเลิกไปแล้ว หรือหมดอายุ กรุณาขอคำเชิญใหม่จากเจ้าของร้าน',
  },
  push_unknown: {
    status: 200,
    en: 'The shop doesn’t know this browser’s service for notices. Use Chrome, Edge, Firefox, Safari or Samsung Internet.',
    th: 'ร้านไม่รู้จักบริการแจ้งเตือนของเบราว์เซอร์นี้ กรุณาใช้ Chrome, Edge, Firefox, Safari หรือ Samsung Internet',
  },
  device_unknown: {
    status: 200,
    en: 'This device gets no notices any more',
    th: 'อุปกรณ์นี้ไม่ได้รับการแจ้งเตือนแล้ว',
  },
  line_unsigned: {
    status: 400,
    en: 'This event is not signed with the secret of the shop’s LINE channel',
    th: 'เหตุการณ์นี้ไม่ได้ลงนามด้วย Channel secret ของร้าน',
  },
  line_unset: {
    status: 200,
    en: 'Set the channel and choose a group first',
    th: 'กรุณาตั้งค่าแชนเนลและเลือกกลุ่มก่อน',
  },
  line_token: {
    status: 200,
    en: 'LINE doesn’t accept the channel access token. Issue a new one at LINE and replace it here.',
    th: 'LINE ไม่รับ Channel access token นี้ กรุณาออกโทเคนใหม่ที่ LINE แล้วใส่ที่นี่',
  },
  line_recipient: {
    status: 200,
    en: 'LINE knows no such group for this channel. Invite the bot to the group again and choose it here.',
    th: 'LINE ไม่พบกลุ่มนี้สำหรับแชนเนลนี้ กรุณาเชิญบอทเข้ากลุ่มอีกครั้งแล้วเลือกกลุ่มที่นี่',
  },
  line_forbidden: {
    status: 200,
    en: 'LINE doesn’t let this channel send messages. Check the account’s plan and rights at LINE.',
    th: 'LINE ไม่อนุญาตให้แชนเนลนี้ส่งข้อความ กรุณาตรวจแพ็กเกจและสิทธิ์ของบัญชีที่ LINE',
  },
  line_refused: { status: 200, en: 'LINE refused the message', th: 'LINE ไม่รับข้อความนี้' },
  line_quota: {
    status: 200,
    en: 'The account has used up this month’s messages at LINE. They count once for each member of the group.',
    th: 'บัญชีใช้จำนวนข้อความของเดือนนี้ที่ LINE หมดแล้ว (นับตามจำนวนสมาชิกในกลุ่ม)',
  },
  line_busy: {
    status: 200,
    en: 'LINE takes no more messages right now. Try again in a minute.',
    th: 'ขณะนี้ LINE ยังไม่รับข้อความเพิ่ม กรุณาลองใหม่ในหนึ่งนาที',
  },
  line_unreachable: {
    status: 200,
    en: 'LINE doesn’t answer, so nobody knows whether the message arrived. Look into the group, or try again later.',
    th: 'LINE ไม่ตอบกลับ จึงไม่ทราบว่าข้อความถึงหรือไม่ กรุณาดูในกลุ่ม หรือลองใหม่ภายหลัง',
  },
  line_unreadable: {
    status: 200,
    en: 'The shop can’t read the stored token any more, because its own secret has changed. Enter token and secret again.',
    th: 'ร้านอ่านโทเคนที่เก็บไว้ไม่ได้แล้ว เพราะรหัสลับของร้านเปลี่ยนไป กรุณาใส่โทเคนและ Channel secret อีกครั้ง',
  },
  session_unknown: { status: 200, en: 'This session has already ended', th: 'การเข้าสู่ระบบนี้สิ้นสุดแล้ว' },

  // The second factor of the staff.
  second_factor_needed: {
    status: 200,
    en: 'This account needs a second step too. Log in on the shop’s own seller page.',
    th: 'บัญชีนี้ต้องยืนยันตัวตนอีกหนึ่งขั้น กรุณาเข้าสู่ระบบที่หน้าหลังร้านของร้าน',
  },
  sign_in_expired: {
    status: 200,
    en: 'This login was finished or took too long. Log in again.',
    th: 'การเข้าสู่ระบบครั้งนี้เสร็จไปแล้วหรือหมดเวลา กรุณาเข้าสู่ระบบใหม่',
  },
  app_code_wrong: {
    status: 200,
    en: 'This code isn’t right. Type the one that the app shows now; the phone’s clock has to be right.',
    th: 'รหัสไม่ถูกต้อง กรุณาใส่รหัสที่แอปแสดงอยู่ตอนนี้ และตรวจสอบว่านาฬิกาของโทรศัพท์ตรง',
  },
  app_code_used: {
    status: 200,
    en: 'This code was used already. Wait for the app to show the next one.',
    th: 'รหัสนี้ใช้ไปแล้ว กรุณารอรหัสถัดไปในแอป',
  },
  app_codes_closed: {
    status: 429,
    en: 'Too many codes were tried. Use a recovery code, or try again in an hour. If it wasn’t you, somebody knows your password: set a new one.',
    th: 'ลองใส่รหัสหลายครั้งเกินไป กรุณาใช้รหัสกู้คืน หรือลองใหม่ในหนึ่งชั่วโมง หากไม่ใช่คุณ แสดงว่ามีผู้อื่นรู้รหัสผ่านของคุณ กรุณาตั้งรหัสผ่านใหม่',
  },
  app_unreadable: {
    status: 200,
    en: 'The shop can’t check codes of your app any more. Use a recovery code, then set the app up again.',
    th: 'ร้านตรวจรหัสจากแอปของคุณไม่ได้แล้ว กรุณาใช้รหัสกู้คืน แล้วตั้งค่าแอปใหม่อีกครั้ง',
  },
  recovery_code_wrong: {
    status: 200,
    en: 'This recovery code isn’t right, or was used already.',
    th: 'รหัสกู้คืนนี้ไม่ถูกต้องหรือใช้ไปแล้ว',
  },
  confirm_password: {
    status: 200,
    en: 'Type your password first: you logged in a while ago.',
    th: 'กรุณาใส่รหัสผ่านก่อน เพราะคุณเข้าสู่ระบบไว้นานแล้ว',
  },
  password_wrong: { status: 200, en: 'Wrong password', th: 'รหัสผ่านไม่ถูกต้อง' },
  app_on: { status: 200, en: 'You have an authenticator app already', th: 'คุณเปิดใช้แอปยืนยันตัวตนอยู่แล้ว' },
  app_off: { status: 200, en: 'That is switched off already', th: 'ปิดใช้งานไปแล้ว' },
  second_step_required: {
    status: 403,
    en: 'The shop’s owner asks for a second step when you log in. Set it up first.',
    th: 'เจ้าของร้านกำหนดให้ยืนยันขั้นที่สองเมื่อเข้าสู่ระบบ กรุณาตั้งค่าก่อน',
  },
  second_step_stays: {
    status: 200,
    en: 'The shop’s owner asks for a second step in your role, so one has to stay.',
    th: 'เจ้าของร้านกำหนดให้บทบาทของคุณยืนยันขั้นที่สอง จึงต้องมีไว้อย่างน้อยหนึ่งวิธี',
  },
  own_step_first: {
    status: 200,
    en: 'Set up your own second step first.',
    th: 'กรุณาตั้งค่าการยืนยันขั้นที่สองของคุณเองก่อน',
  },
  passkeys_unavailable: {
    status: 200,
    en: 'Passkeys need the shop to be at a domain, not at an IP address.',
    th: 'พาสคีย์ใช้ได้เมื่อร้านเปิดด้วยชื่อโดเมนเท่านั้น ใช้กับที่อยู่ IP ไม่ได้',
  },
  passkeys_full: {
    status: 200,
    en: 'You have {max} passkeys, the most that an account can have. Remove one first.',
    th: 'คุณมีพาสคีย์ครบ {max} รายการแล้ว กรุณาลบบางรายการก่อน',
  },
  passkey_refused: {
    status: 200,
    en: 'The shop can’t accept this passkey. Try again.',
    th: 'ร้านรับพาสคีย์นี้ไม่ได้ กรุณาลองใหม่',
  },
  passkey_known: { status: 200, en: 'This passkey was added before', th: 'เพิ่มพาสคีย์นี้ไว้แล้ว' },
  passkey_unknown: {
    status: 200,
    en: 'The shop doesn’t know this passkey. It may have been removed.',
    th: 'ร้านไม่รู้จักพาสคีย์นี้ อาจถูกลบไปแล้ว',
  },
  set_up_again: {
    status: 200,
    en: 'Begin again: this code was for another set-up.',
    th: 'กรุณาเริ่มใหม่ เพราะรหัสนี้เป็นของการตั้งค่าครั้งก่อน',
  },

  // Addresses.
  too_many_addresses: {
    status: 200,
    en: 'You have {max} saved addresses, which is the most we can keep. Delete one to add another.',
    th: 'บันทึกที่อยู่ได้ไม่เกิน {max} แห่ง ลบที่อยู่เก่าก่อนแล้วเพิ่มใหม่',
  },
  address_unknown: { status: 200, en: 'This address is no longer saved', th: 'ไม่พบที่อยู่นี้แล้ว' },

  // The call itself.
  invalid_form: { status: 200, en: 'Please check the marked fields', th: 'กรุณาตรวจสอบช่องสีแดง' },
  malformed: {
    status: 400,
    en: 'The request is not of the expected shape',
    th: 'รูปแบบคำขอไม่ถูกต้อง',
  },
  role_forbids: {
    status: 403,
    en: 'Your role doesn’t allow this. Ask an owner of the shop.',
    th: 'บทบาทของคุณไม่มีสิทธิ์ทำรายการนี้ กรุณาติดต่อเจ้าของร้าน',
  },
  forbidden: { status: 403, en: 'You may not do this', th: 'คุณไม่มีสิทธิ์ทำรายการนี้' },
  cross_site: {
    status: 403,
    en: 'This request came from another address and was refused. Open the shop at {address}',
    th: 'คำขอนี้มาจากที่อยู่เว็บอื่นจึงถูกปฏิเสธ กรุณาเปิดร้านที่ {address}',
  },
  demo_elsewhere: {
    status: 421,
    en: 'This shop is a demo and answers only on its own machine, at {address}. To open it to others set NODE_ENV=production.',
    th: 'ร้านนี้เป็นร้านสาธิต เปิดได้เฉพาะบนเครื่องนี้ที่ {address} หากต้องการเปิดให้ผู้อื่นใช้ กรุณาตั้งค่า NODE_ENV=production',
  },
  not_found: { status: 404, en: 'There is nothing here', th: 'ไม่พบสิ่งที่คุณต้องการ' },
  method_not_allowed: {
    status: 405,
    en: 'This call does not take that method',
    th: 'ไม่รองรับวิธีเรียกนี้',
  },
  too_large: { status: 413, en: 'The request is too large', th: 'คำขอมีขนาดใหญ่เกินไป' },
  wrong_type: {
    status: 415,
    en: 'Send the request as application/json',
    th: 'กรุณาส่งคำขอเป็น application/json',
  },
  too_many: {
    status: 429,
    en: 'Too many tries. Please wait a little and try again.',
    th: 'ลองบ่อยเกินไป กรุณารอสักครู่แล้วลองใหม่',
  },
  headers_too_large: { status: 431, en: 'The request headers are too large', th: 'ส่วนหัวคำขอใหญ่เกินไป' },
  broken: {
    status: 500,
    en: 'Something went wrong on our side. Please try again.',
    th: 'เกิดข้อผิดพลาดในระบบ กรุณาลองใหม่อีกครั้ง',
  },
  no_room: {
    status: 503,
    en: 'The shop has no room left to store this. Nothing was saved; please try again later.',
    th: 'ระบบเต็มชั่วคราว ยังไม่ได้บันทึก กรุณาลองใหม่ภายหลัง',
  },
  unavailable: {
    status: 503,
    en: 'The shop is busy right now. Please try again in a moment.',
    th: 'ขณะนี้ร้านค้าไม่พร้อมให้บริการ กรุณาลองใหม่ในอีกสักครู่',
  },
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
