import { escapeHtml } from '../common/html.ts'
import { frame, fullName, type MailContent, type MailShop } from './frame.ts'
import type { CodeMail } from './queue-mail.ts'
import { mailTexts } from './texts.ts'

/** Returns the mail with a one-time code and, if it has one, its link. `publicUrl` is the shop's own URL. */
export function codeMail(shop: MailShop, mail: CodeMail, publicUrl: string): MailContent {
  const texts = mailTexts[mail.language]
  const verify = mail.purpose === 'verify'
  const lead = verify ? texts.verifyLead : texts.resetLead
  const name = fullName(shop)
  const link = mail.link && resetLink(publicUrl, mail, mail.link)
  return {
    subject: `${verify ? texts.verifySubject(mail.code) : texts.resetSubject(mail.code)} · ${name}`,
    text: `${lead}\n\n    ${mail.code}\n\n${link ? `${texts.codeLink}\n${link}\n\n` : ''}${texts.codeNote}\n\n${name}\n`,
    html: frame(
      shop,
      mail.language,
      `<p>${escapeHtml(lead)}</p>
       <p style="font-size:34px;font-weight:700;letter-spacing:8px;margin:24px 0;color:#14562e">${escapeHtml(mail.code)}</p>
       ${link ? `<p>${escapeHtml(texts.codeLink)}<br><a href="${escapeHtml(link)}" style="color:#14562e;overflow-wrap:anywhere">${escapeHtml(link)}</a></p>` : ''}
       <p style="color:#5d6a61">${escapeHtml(texts.codeNote)}</p>`,
    ),
  }
}

/** Returns the URL of a code mail's link. Its token is in the fragment, which browsers don't send to servers. */
function resetLink(publicUrl: string, { email, purpose }: CodeMail, link: string): string {
  const page = purpose === 'seller-reset' ? '/seller/reset-password' : '/reset-password'
  return `${publicUrl}${page}#${new URLSearchParams({ email, link })}`
}
