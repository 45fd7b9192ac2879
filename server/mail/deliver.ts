import { createTransport } from 'nodemailer'
import type { Mailbox } from './mailbox.ts'
import type { MailContent } from './templates.ts'

/** Hands a mail over to be delivered; rejects when it could not be, so that its job is tried again. */
export type Deliver = (mail: MailContent & { to: string; id: string }) => Promise<void>

/**
 * Over SMTP. The Message-ID comes from the job, so that a mail server, or a reader, recognises a mail that was handed
 * over twice because the first answer got lost.
 */
export function smtpDelivery(smtpUrl: string, from: string, publicUrl: string): Deliver {
  const transport = createTransport(smtpUrl, { from })
  const domain = new URL(publicUrl).hostname
  return async ({ to, id, subject, text, html }) => {
    // As an object the address is taken whole: nothing in it can become a header or a second recipient.
    await transport.sendMail({ to: { name: '', address: to }, subject, text, html, messageId: `<${id}@${domain}>` })
  }
}

/** Into the demo's mailbox. */
export function mailboxDelivery(mailbox: Mailbox): Deliver {
  return ({ to, id, subject, text, html }) =>
    mailbox.keep(id, { to, subject, text, html, sentAt: new Date().toISOString() })
}
