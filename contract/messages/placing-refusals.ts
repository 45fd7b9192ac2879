import type { Texts } from '../values/fill-text.ts'

/**
 * The refusals of placing and paying an order, in the order in which they are checked. `refusals` has all. What the
 * shopper can do after each is in `web/checkout/placing/after-refusal.ts`, also for those of a promotion's code, which
 * begin with `coupon_`.
 */
export const placingRefusals = {
  not_signed_in: { status: 401, en: 'กรุณา Login ก่อน', th: 'กรุณาเข้าสู่ระบบก่อน' },
  email_unverified: {
    status: 200,
    en: 'กรุณา ยืนยันอีเมลก่อนทำการสั่งซื้อ',
    th: 'กรุณายืนยันอีเมลก่อนสั่งซื้อ',
  },
  promptpay_unavailable: {
    status: 200,
    en: 'This shop does not take PromptPay at the moment. Please choose another way to pay.',
    th: 'ขณะนี้ร้านไม่รับชำระด้วยพร้อมเพย์ กรุณาเลือกวิธีชำระเงินอื่น',
  },
  replaced_order_paid: {
    status: 200,
    en: 'The payment of your earlier order {number} has just arrived, so it stays as it is: see My orders. To buy these goods as well, open the cart again and order.',
    th: 'การชำระเงินของคำสั่งซื้อ {number} ก่อนหน้าเพิ่งเข้ามา คำสั่งซื้อนั้นจึงยังคงอยู่ ดูได้ที่คำสั่งซื้อของฉัน หากต้องการสินค้าเหล่านี้เพิ่ม กรุณาเปิดตะกร้าใหม่แล้วสั่งอีกครั้ง',
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
  address_missing: { status: 200, en: 'Please select an address', th: 'กรุณาเลือกที่อยู่จัดส่ง' },
  cart_empty: { status: 200, en: 'Your cart is empty', th: 'ตะกร้าของคุณว่างเปล่า' },
  idempotency_key_reused: {
    status: 422,
    en: 'This Idempotency-Key was used for something else. Use a new key.',
    th: 'Idempotency-Key นี้ถูกใช้กับรายการอื่นแล้ว กรุณาใช้คีย์ใหม่',
  },
  order_was_cancelled: {
    status: 200,
    en: 'This was ordered already, as order {number}, which is cancelled: there is nothing to pay. If you still want these goods, order them again.',
    th: 'รายการนี้สั่งไปแล้วเป็นคำสั่งซื้อ {number} ซึ่งถูกยกเลิกแล้ว จึงไม่มียอดต้องชำระ หากยังต้องการสินค้าเหล่านี้ กรุณาสั่งอีกครั้ง',
  },
  order_duplicate: {
    status: 200,
    en: 'The same goods were ordered a moment ago: order {number}, see My orders. To order them a second time, press the button again.',
    th: 'เพิ่งมีการสั่งสินค้าเดียวกันนี้ไปเมื่อสักครู่: คำสั่งซื้อ {number} ดูได้ที่คำสั่งซื้อของฉัน หากต้องการสั่งอีกครั้ง กรุณากดปุ่มซ้ำ',
  },
  address_changed: {
    status: 200,
    en: 'This address was changed meanwhile, perhaps in another window. Look at it, then press again to order.',
    th: 'ที่อยู่นี้ถูกแก้ไขแล้ว อาจจากอีกหน้าต่างหนึ่ง ตรวจดูที่อยู่แล้วกดสั่งซื้ออีกครั้ง',
  },
  product_gone: {
    status: 200,
    en: '{name} is no longer sold. You can order the rest without it.',
    th: '{name} เลิกจำหน่ายแล้ว สั่งซื้อรายการที่เหลือต่อได้เลย',
  },
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
  not_delivered: {
    status: 200,
    en: 'We don’t deliver to this address.{where}',
    th: 'ร้านยังไม่ส่งถึงที่อยู่นี้{where}',
  },
  window_closed: {
    status: 200,
    en: 'This delivery time no longer takes orders. Please choose another one.',
    th: 'เวลาจัดส่งนี้ปิดรับออเดอร์แล้ว กรุณาเลือกเวลาอื่น',
  },
  too_many_windows: {
    status: 200,
    en: 'You have {max} orders with a delivery time that the shop hasn’t confirmed yet. Wait until it has, then order again.',
    th: 'คุณมีคำสั่งซื้อที่เลือกรอบส่งไว้และรอร้านยืนยันอยู่ {max} รายการ รอร้านยืนยันก่อน แล้วสั่งใหม่อีกครั้ง',
  },
  window_full: {
    status: 200,
    en: 'This delivery time has just filled up. Please choose another one.',
    th: 'เวลาจัดส่งนี้เพิ่งเต็ม กรุณาเลือกเวลาอื่น',
  },
  too_many_asap: {
    status: 200,
    en: 'You have {max} orders as soon as possible that the shop hasn’t confirmed yet. Wait until it has, or choose another delivery time.',
    th: 'คุณมีคำสั่งซื้อแบบส่งเร็วที่สุดที่รอร้านยืนยันอยู่ {max} รายการ รอร้านยืนยันก่อน หรือเลือกเวลาจัดส่งอื่น',
  },
  asap_closed: {
    status: 200,
    en: 'The shop can’t deliver as soon as possible at the moment. See in your cart when it can, and order again.',
    th: 'ขณะนี้ร้านยังส่งแบบเร็วที่สุดไม่ได้ กรุณาดูเวลาจัดส่งในตะกร้า แล้วสั่งอีกครั้ง',
  },
  asap_later: {
    status: 200,
    en: 'As soon as possible is later now: other orders came first. Look at the new time, then press again to order.',
    th: 'เวลาจัดส่งแบบเร็วที่สุดช้ากว่าเดิม เพราะมีคำสั่งซื้ออื่นเข้ามาก่อน ดูเวลาใหม่แล้วกดสั่งซื้ออีกครั้ง',
  },
  delivery_full: {
    status: 200,
    en: 'All delivery times are taken at the moment. Please try again later: places become free again.',
    th: 'ขณะนี้เวลาจัดส่งเต็มทุกรอบ กรุณาลองใหม่ภายหลัง อาจมีที่ว่างเพิ่ม',
  },
  choose_delivery: {
    status: 200,
    en: 'Please choose a delivery time',
    th: 'กรุณาเลือกเวลาจัดส่ง',
  },
  coupon_unknown: {
    status: 200,
    en: 'There is no code {code}, or it has ended. Check its letters and digits.',
    th: 'ไม่มีโค้ด {code} หรือโค้ดนี้ใช้ไม่ได้แล้ว กรุณาตรวจสอบตัวอักษรและตัวเลขอีกครั้ง',
  },
  coupon_not_begun: {
    status: 200,
    en: 'The code {code} can be used from {from} on.',
    th: 'โค้ด {code} เริ่มใช้ได้ตั้งแต่ {from}',
  },
  coupon_ended: { status: 200, en: 'The code {code} ended on {end}.', th: 'โค้ด {code} หมดอายุเมื่อ {end}' },
  coupon_first_order: {
    status: 200,
    en: 'The code {code} is for a first order only.',
    th: 'โค้ด {code} ใช้ได้เฉพาะคำสั่งซื้อแรก',
  },
  coupon_used_by_you: {
    status: 200,
    en: 'You have used the code {code} as often as it can be.',
    th: 'คุณใช้โค้ด {code} ครบจำนวนครั้งแล้ว',
  },
  coupon_used_up: {
    status: 200,
    en: 'The code {code} is used up: others were faster.',
    th: 'โค้ด {code} ถูกใช้ครบจำนวนแล้ว',
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
  below_minimum: {
    status: 200,
    en: 'Orders to this address start at {minimum}. Add goods for {missing} more.',
    th: 'ที่อยู่นี้สั่งขั้นต่ำ {minimum} กรุณาเพิ่มสินค้าอีก {missing}',
  },
  amount_changed: {
    status: 200,
    en: 'The total has changed: it is now {amount}. Check the cart and order again.',
    th: 'ยอดรวมเปลี่ยนเป็น {amount} กรุณาตรวจตะกร้าแล้วสั่งอีกครั้ง',
  },
  online_too_little: {
    status: 200,
    en: 'Online payment starts at {min}. Please choose another way to pay.',
    th: 'ชำระเงินออนไลน์ได้ตั้งแต่ {min} ขึ้นไป กรุณาเลือกวิธีชำระเงินอื่น',
  },
  nothing_to_pay: {
    status: 200,
    en: 'This order costs nothing, so there is nothing to pay online. Please choose cash on delivery.',
    th: 'คำสั่งซื้อนี้ไม่มียอดต้องชำระ กรุณาเลือกเก็บเงินปลายทาง',
  },
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
  promptpay_too_much: {
    status: 200,
    en: 'This order costs more than a PromptPay code can ask for. Please choose another way to pay.',
    th: 'ยอดนี้เกินกว่าที่คิวอาร์พร้อมเพย์รองรับ กรุณาเลือกวิธีชำระเงินอื่น',
  },
  order_replaced: {
    status: 200,
    en: 'Another order has already taken the place of your earlier order {number}: see My orders. To buy these goods as well, open the cart again and order.',
    th: 'มีคำสั่งซื้ออื่นแทนคำสั่งซื้อ {number} ก่อนหน้าแล้ว ดูได้ที่คำสั่งซื้อของฉัน หากต้องการสินค้าเหล่านี้เพิ่ม กรุณาเปิดตะกร้าใหม่แล้วสั่งอีกครั้ง',
  },

  // Paying it.
  payment_unavailable: {
    status: 200,
    en: 'Online payment is not available right now. Please choose cash on delivery.',
    th: 'ตอนนี้ชำระออนไลน์ไม่ได้ กรุณาเลือกเก็บเงินปลายทาง',
  },
  order_unknown: { status: 200, en: 'There is no such order', th: 'ไม่พบคำสั่งซื้อนี้' },
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
} as const satisfies Record<string, Texts & { status: number }>
