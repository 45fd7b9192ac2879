import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from '../common/html.ts'
import type { App } from '../http/calls/calls.ts'
import type { Mailbox, StoredMail } from './mailbox.ts'

/** The page includes the shop's own Thai font, for computers without one. */
const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2',
)
const fontUrl = '/dev/mailbox/thai.woff2'
const fontFace = `@font-face{font-family:'Noto Sans Thai';src:url(${fontUrl}) format('woff2');font-weight:100 700;unicode-range:U+0E01-0E5B}`

/** The demo's mailbox at /dev/mailbox: an HTML page, or JSON with `?format=json`. It doesn't exist in production. */
export function mailboxRoutes(app: App, { mailbox }: { mailbox: Mailbox }): void {
  app.get('/dev/mailbox', async (request: FastifyRequest, reply) => {
    const { to, format } = request.query as { to?: unknown; format?: unknown }
    const mails = await mailbox.newest(typeof to === 'string' && to !== '' ? to : undefined)
    reply.header('cache-control', 'no-store')
    if (format === 'json') return reply.type('application/json; charset=utf-8').send(JSON.stringify(mails))
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    return reply.type('text/html; charset=utf-8').send(page(mails, typeof to === 'string' ? to : ''))
  })

  app.get(fontUrl, async (_request, reply) => {
    // Mails are shown in sandboxed frames, whose origin is opaque, so their requests are cross-origin.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return reply.type('font/woff2').send(await readFile(fontFile))
  })
}

function page(mails: StoredMail[], to: string): string {
  const list = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">To ${escapeHtml(mail.to)} · <time>${escapeHtml(mail.sentAt.replace('T', ' ').slice(0, 19))} UTC</time></p>
<iframe sandbox title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(`<style>${fontFace}</style>${mail.html}`)}" loading="lazy"></iframe>
<details><summary>As plain text</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox of the demo</title><style>
${fontFace}
:root{color-scheme:light}body{margin:0 auto;max-width:720px;padding:32px 16px;background:#fbfaf6;color:#15241b;font:16px/1.6 system-ui,'Noto Sans Thai',sans-serif}
h1{margin:0 0 4px}h2{font-size:18px;margin:0}.meta{color:#5d6a61;margin:0 0 12px}
form{display:flex;gap:8px;margin:20px 0}input{flex:1;min-width:0;padding:10px 16px;border:1px solid #8b958e;border-radius:999px;font:inherit}
button{padding:10px 20px;border:0;border-radius:999px;background:#1e7a42;color:#fff;font:inherit;font-weight:600}
article{background:#fff;border:1px solid #e9e6dc;border-radius:20px;padding:20px;margin:0 0 16px}
iframe{width:100%;height:360px;border:1px solid #e9e6dc;border-radius:12px}pre{white-space:pre-wrap}
</style></head><body><main><h1>Mailbox</h1>
<p class="meta">No mail server is configured, so the shop's mails end up here, newest first.</p>
<form><input type="search" name="to" aria-label="Recipient" placeholder="Recipient" value="${escapeHtml(to)}"><button>Show</button></form>
${list.join('\n') || '<p>No mail yet. Codes and order confirmations appear here a moment after they are asked for.</p>'}
</main></body></html>`
}
