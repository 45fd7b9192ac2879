import { mailOf } from './blocks.ts'
import { fullName, type MailContent, type MailShop } from './frame.ts'
import type { CodeMail } from './queue-mail.ts'
import { mailTexts } from './texts.ts'

/**
 * Returns the mail with a one-time code and, if it has one, its link. `minutes` is for how long the code still works,
 * less than usual if the mail was late; `publicUrl` is the shop's own URL.
 */
export function codeMail(
  shop: MailShop,
  mail: CodeMail,
  { minutes, publicUrl }: { minutes: number; publicUrl: string },
): MailContent {
  const texts = mailTexts[mail.language]
  const verify = mail.purpose === 'verify'
  const lead = verify ? texts.verifyLead : texts.resetLead
  const subject = verify ? texts.verifySubject(mail.code) : texts.resetSubject(mail.code)
  const content = mailOf(shop, mail.language, subject, [
    [lead],
    [{ code: mail.code }],
    mail.link ? [{ lead: texts.codeLink, url: resetLink(publicUrl, mail, mail.link) }] : [],
    [{ lines: [texts.codeNote(minutes)], quiet: true }],
  ])
  // HTML has the name at its head.
  return { ...content, text: `${content.text}\n${fullName(shop)}\n` }
}

/** Returns the URL of a code mail's link. Its token is in the fragment, which browsers don't send to servers. */
function resetLink(publicUrl: string, { email, purpose }: CodeMail, link: string): string {
  const page = purpose === 'seller-reset' ? '/seller/reset-password' : '/reset-password'
  return `${publicUrl}${page}#${new URLSearchParams({ email, link })}`
}
