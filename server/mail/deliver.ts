import { isLoopbackUrl } from '../common/loopback.ts'
import type { MailContent } from './frame.ts'
import type { Mailbox } from './mailbox.ts'

/**
 * Delivers a mail; rejects if that fails, so that its job is repeated. The signal aborts when the server closes.
 */
export type Deliver = (mail: Mail, signal?: AbortSignal) => Promise<void>
export type Mail = MailContent & {
  to: string
  /** The same at each try of the mail's job, and of no other mail. */
  id: string
  /** The Reply-To address; without it, answers go to the sender. */
  replyTo?: string
}

/**
 * Returns the delivery over SMTP. The Message-ID is made from the mail's id, so that mail servers and clients recognise
 * a mail that was sent twice because the first reply was lost.
 *
 * Connections to other machines require TLS, unless the URL has `requireTLS=false`, for a relay in one's own network.
 * Timeouts prevent that a server that doesn't reply blocks the queue for ten minutes a mail.
 */
export function smtpDelivery(smtpUrl: string, from: string, publicUrl: string): Deliver {
  const domain = new URL(publicUrl).hostname
  let opening: ReturnType<typeof openTransport> | undefined
  return async ({ to, id, replyTo, subject, text, html }, signal) => {
    opening ??= openTransport(smtpUrl, from)
    const transport = await opening
    const sent = transport.sendMail({
      // As an object, the address isn't parsed: nothing in it can become a header or a second recipient.
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
      signal,
    })
    await sent.catch((error: unknown) => {
      throw withoutResponse(error)
    })
  }
}

/**
 * Returns the error of a mail that the server refused without the server's words, but for its codes (`refusedWith`):
 * they may repeat the recipient's address, or the subject with a code, and errors are logged and stored with the job.
 * @see https://www.rfc-editor.org/rfc/rfc3463 for the second code
 */
function withoutResponse(error: unknown): unknown {
  const { response, code, command } = error as { response?: unknown; code?: unknown; command?: unknown }
  if (typeof response !== 'string') return error
  const refusedWith = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? 'without a code'
  const message = `the mail server refused the mail: ${refusedWith}, ${command ?? code}`
  return Object.assign(new Error(message), { code, command, refusedWith })
}

/**
 * Connects to the mail server and signs in, without sending a mail. Rejects with the library's error, whose `code` is
 * for example `ECONNREFUSED` or `EAUTH`.
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

/** Returns the delivery into the demo's mailbox. */
export function mailboxDelivery(mailbox: Mailbox): Deliver {
  return ({ to, id, subject, text, html }) =>
    mailbox.store(id, { to, subject, text, html, sentAt: new Date().toISOString() })
}
