import type { Texts } from '../values/fill-text.ts'

/** The refusals of accounts, of staff and their second factor, and of addresses. `refusals` has all. */
export const accountRefusals = {
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
    en: 'LINE doesn’t answer, so it isn’t known whether the message arrived. Look into the group, or try again later.',
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
    en: 'Too many codes were tried. Use a recovery code, or try again in an hour. If it wasn’t you, someone else knows your password: set a new one.',
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
} as const satisfies Record<string, Texts & { status: number }>
