import { isLoopbackUrl } from '../common/loopback.ts'
import type { Mailbox } from './mailbox.ts'
import type { MailContent } from './templates.ts'

/**
 * Hands a mail over to be delivered; rejects when it could not be, so that its job is tried again. The signal says that
 * the shop is closing.
 */
export type Deliver = (mail: MailContent & { to: string; id: string }, signal?: AbortSignal) => Promise<void>

/**
 * Over SMTP. The Message-ID comes from the job, so that a mail server, or a reader, recognises a mail that was handed
 * over twice because the first answer got lost.
 *
 * A mail server elsewhere is spoken to under TLS or not at all; `requireTLS=false` in the URL lifts that, for a relay in
 * one's own network. One that falls silent is given up, so that it doesn't hold the queue for ten minutes a mail.
 */
export function smtpDelivery(smtpUrl: string, from: string, publicUrl: string): Deliver {
  const domain = new URL(publicUrl).hostname
  let opening: ReturnType<typeof openTransport> | undefined
  return async ({ to, id, subject, text, html }, signal) => {
    opening ??= openTransport(smtpUrl, from)
    const transport = await opening
    await transport.sendMail({
      // As an object the address is taken whole: nothing in it can become a header or a second recipient.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
      signal,
    })
  }
}

/**
 * Connects to the mail server and signs in, as for a mail, without sending one. Rejects with the library's error when
 * that fails; in its `code` stands what went wrong, as `ECONNREFUSED` or `EAUTH`.
 */
export async function connectToSmtp(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl, '')
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** The library is loaded with the first mail. */
async function openTransport(smtpUrl: string, from: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    {
      url: smtpUrl,
      requireTLS: !isLoopbackUrl(smtpUrl),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
    },
    { from },
  )
}

/** Into the demo's mailbox. */
export function mailboxDelivery(mailbox: Mailbox): Deliver {
  return ({ to, id, subject, text, html }) =>
    mailbox.keep(id, { to, subject, text, html, sentAt: new Date().toISOString() })
}
