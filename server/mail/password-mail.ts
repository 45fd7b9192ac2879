import { formatMoment } from '../common/format-moment.ts'
import { mailOf } from './blocks.ts'
import type { MailContent, MailShop } from './frame.ts'
import type { PasswordMail } from './queue-mail.ts'
import { mailTexts } from './texts.ts'

/** Returns the mail to a shopper that the account's password was changed. `publicUrl` is the shop's own URL. */
export function passwordMail(shop: MailShop, { to, at, language }: PasswordMail, publicUrl: string): MailContent {
  const texts = mailTexts[language]
  const lead = texts.passwordLead(to, formatMoment(new Date(at), language, shop.timeZone))
  const url = `${publicUrl}/reset-password`
  return mailOf(shop, language, texts.passwordSubject, [
    [lead],
    [
      { lines: [texts.passwordAdvice], quiet: true },
      { button: texts.passwordLink, url },
    ],
  ])
}
