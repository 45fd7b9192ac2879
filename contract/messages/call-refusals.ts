import type { Texts } from '../values/fill-text.ts'

/** The refusals of any call, whatever it is for. `refusals` has all. */
export const callRefusals = {
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
  request_timeout: {
    status: 408,
    en: 'The request took too long to arrive. Please try again with a better connection.',
    th: 'การส่งข้อมูลใช้เวลานานเกินไป กรุณาลองใหม่เมื่อสัญญาณดีขึ้น',
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
