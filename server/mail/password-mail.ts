import { formatMoment } from '../common/format-moment.ts'
import { escapeHtml } from '../common/html.ts'
import { frame, fullName, link, type MailContent, type MailShop } from './frame.ts'
import type { PasswordMail } from './queue-mail.ts'
import { mailTexts } from './texts.ts'

/** Returns the mail to a shopper that the account's password was changed. `publicUrl` is the shop's own URL. */
export function passwordMail(shop: MailShop, { to, at, language }: PasswordMail, publicUrl: string): MailContent {
  const texts = mailTexts[language]
  const lead = texts.passwordLead(to, formatMoment(new Date(at), language, shop.timeZone))
  const url = `${publicUrl}/reset-password`
  return {
    subject: `${texts.passwordSubject} · ${fullName(shop)}`,
    text: [lead, '', texts.passwordAdvice, url, ''].join('\n'),
    html: frame(
      shop,
      language,
      `<p>${escapeHtml(lead)}</p>
       <p style="color:#5d6a61">${escapeHtml(texts.passwordAdvice)}</p>
       ${link(url, texts.passwordLink)}`,
    ),
  }
}
