import { renderMail } from './blocks.ts'
import { fullName, type MailContent, type MailShop } from './frame.ts'
import type { CodeMail } from './queue-mail.ts'
import { mailTexts } from './texts.ts'

/** Returns the mail with a one-time code and, if it has one, its link. `publicUrl` is the shop's own URL. */
export function codeMail(shop: MailShop, mail: CodeMail, publicUrl: string): MailContent {
  const texts = mailTexts[mail.language]
  const verify = mail.purpose === 'verify'
  const lead = verify ? texts.verifyLead : texts.resetLead
  const name = fullName(shop)
  const { text, html } = renderMail(shop, mail.language, [
    [lead],
    [{ code: mail.code }],
    mail.link ? [{ lead: texts.codeLink, url: resetLink(publicUrl, mail, mail.link) }] : [],
    [{ lines: [texts.codeNote], quiet: true }],
  ])
  return {
    subject: `${verify ? texts.verifySubject(mail.code) : texts.resetSubject(mail.code)} · ${name}`,
    // HTML has the name at its head.
    text: `${text}\n${name}\n`,
    html,
  }
}

/** Returns the URL of a code mail's link. Its token is in the fragment, which browsers don't send to servers. */
function resetLink(publicUrl: string, { email, purpose }: CodeMail, link: string): string {
  const page = purpose === 'seller-reset' ? '/seller/reset-password' : '/reset-password'
  return `${publicUrl}${page}#${new URLSearchParams({ email, link })}`
}
