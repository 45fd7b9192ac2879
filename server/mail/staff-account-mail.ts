import type { ShopConfig } from '../../contract/settings/shop.ts'
import { formatMoment } from '../common/format-moment.ts'
import { mailOf } from './blocks.ts'
import type { MailContent } from './frame.ts'
import type { StaffAccountMail } from './queue-mail.ts'

const titles = {
  app_added: { en: 'An authenticator app was set up', th: 'ตั้งค่าแอปยืนยันตัวตนแล้ว' },
  app_removed: { en: 'The authenticator app was switched off', th: 'ปิดใช้แอปยืนยันตัวตนแล้ว' },
  passkey_added: { en: 'A passkey was added', th: 'เพิ่มพาสคีย์แล้ว' },
  passkey_removed: { en: 'A passkey was removed', th: 'ลบพาสคีย์แล้ว' },
  factors_reset: { en: 'Your second step was removed', th: 'ยกเลิกการยืนยันขั้นที่สองแล้ว' },
  password_changed: { en: 'Your password was changed', th: 'เปลี่ยนรหัสผ่านแล้ว' },
  codes_replaced: { en: 'New recovery codes were made', th: 'สร้างรหัสกู้คืนชุดใหม่แล้ว' },
} as const satisfies Record<StaffAccountMail['about'], { en: string; th: string }>

/**
 * Returns the mail to a member of the staff about a change of how they sign in, so that an intruder can't make it
 * unnoticed. It is in both languages, as sellers have no language setting, and has no code and no secret.
 */
export function staffAccountMail(
  shop: Pick<ShopConfig, 'name' | 'nameTh' | 'contact' | 'timeZone'>,
  { to, about, at, name, by }: StaffAccountMail,
  publicUrl: string,
): MailContent {
  const { en, th } = titles[about]
  const url = `${publicUrl}/seller/staff`
  const when = formatMoment(new Date(at), 'en', shop.timeZone)
  const reset = about === 'factors_reset'
  const facts = [
    `บัญชี · Account: ${to}`,
    `เวลา · Time: ${when}`,
    ...(name ? [`พาสคีย์ · Passkey: ${name}`] : []),
    ...(reset ? [by ? `โดย · By: ${by}` : 'ทำบนเครื่องของร้าน · On the shop’s own machine'] : []),
  ]
  const advice = reset
    ? [
        'คุณถูกออกจากระบบทุกอุปกรณ์ เข้าสู่ระบบแล้วตั้งค่าการยืนยันขั้นที่สองใหม่ หากไม่ได้ขอ กรุณาแจ้งเจ้าของร้าน',
        'You are signed out everywhere. Log in and set a second step up again. If you didn’t ask for this, tell an owner of the shop.',
      ]
    : [
        'หากไม่ใช่คุณ มีผู้อื่นเข้าบัญชีของคุณได้ ตั้งรหัสผ่านใหม่ทันที ตรวจสอบการยืนยันขั้นที่สอง และแจ้งเจ้าของร้าน',
        'If it wasn’t you, someone else is in your account: set a new password at once, look at your second steps, and tell an owner of the shop.',
      ]
  return mailOf(shop, 'th', `${th} · ${en}`, [
    [{ title: `${th} · ${en}` }],
    [{ lines: facts }],
    advice,
    [{ button: 'เปิดบัญชี · Open the account', url }],
  ])
}
