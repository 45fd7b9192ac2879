import type { Texts } from '../values/fill-text.ts'

/** The refusals of products, and of sellers' changes of promotions, delivery zones and settings. `refusals` has all. */
export const shopRefusals = {
  // Products.
  list_too_long: {
    status: 200,
    en: 'The shop has more than {max} products: ask for a page at a time, with limit and cursor',
    th: 'ร้านมีสินค้ามากกว่า {max} รายการ กรุณาขอทีละหน้าด้วย limit และ cursor',
  },
  product_unknown: { status: 200, en: 'There is no such product', th: 'ไม่พบสินค้านี้' },
  product_changed: {
    status: 200,
    en: 'A colleague has changed this product meanwhile. What you typed is still here. Compare it with what they changed, and choose below what stays.',
    th: 'มีผู้อื่นแก้ไขสินค้านี้แล้ว สิ่งที่คุณพิมพ์ไว้ยังอยู่ กรุณาเปรียบเทียบกับที่เขาแก้ไข แล้วเลือกด้านล่างว่าจะเก็บอะไรไว้',
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
    en: 'Products in this category: {count}, in the archive {archived} of them. Move all to another category first.',
    th: 'หมวดหมู่นี้มีสินค้า {count} รายการ (อยู่ในคลังเก็บ {archived} รายการ) กรุณาย้ายไปหมวดหมู่อื่นก่อน',
  },
  tax_class_in_use: {
    status: 200,
    en: 'Products with this tax class: {count}. Give each another one first.',
    th: 'มีสินค้า {count} รายการใช้ประเภทภาษีนี้ กรุณาเปลี่ยนประเภทภาษีของสินค้าก่อน',
  },
  tax_sample_issuer: {
    status: 200,
    en: 'Receipts need your own company and address, and can’t be changed later. One of them is still the sample’s: change it under Shop first.',
    th: 'ใบเสร็จต้องใช้ชื่อกิจการและที่อยู่ของคุณเอง และแก้ไขภายหลังไม่ได้ ตอนนี้ยังมีข้อมูลตัวอย่างอยู่ กรุณาแก้ที่หัวข้อร้านก่อน',
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
  window_dearer: {
    status: 200,
    en: 'This time costs more than the order’s price includes. Cancel the order and place it again, or call the shop.',
    th: 'เวลานี้มีค่าส่งสูงกว่าที่รวมอยู่ในยอดของคำสั่งซื้อ กรุณายกเลิกแล้วสั่งใหม่ หรือโทรหาร้าน',
  },
  window_move_late: {
    status: 200,
    en: 'It is too late to change the delivery time of this order. Please call the shop.',
    th: 'เลยเวลาที่เปลี่ยนรอบจัดส่งของคำสั่งซื้อนี้ได้แล้ว กรุณาโทรหาร้าน',
  },
  window_move_packing: {
    status: 200,
    en: 'The shop has begun to pack this order, so its delivery time can’t be changed here. Please call the shop.',
    th: 'ร้านเริ่มจัดของสำหรับคำสั่งซื้อนี้แล้ว จึงเปลี่ยนรอบจัดส่งที่นี่ไม่ได้ กรุณาโทรหาร้าน',
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
  not_your_trip: {
    status: 200,
    en: 'This order isn’t in your trip any more. Ask the shop.',
    th: 'ออเดอร์นี้ไม่อยู่ในรอบส่งของคุณแล้ว กรุณาถามที่ร้าน',
  },
  trip_full: {
    status: 200,
    en: 'You have {max} orders. Deliver some of them first.',
    th: 'คุณรับไว้ {max} ออเดอร์แล้ว กรุณาส่งบางส่วนก่อน',
  },
  id_reused: {
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
} as const satisfies Record<string, Texts & { status: number }>
