import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FailedAttempt, failedAttemptText } from '../../../contract/delivery/failed-attempt.ts'
import { delayedTo, deliveryText, timeFrom } from '../../../contract/delivery/window-text.ts'
import { type OrderStatus, statusNames } from '../../../contract/orders/order-status.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { telHref } from '../../../contract/values/tel-href.ts'
import { escapeHtml } from '../../common/html.ts'
import { fontFaces } from '../../common/page-fonts.ts'

/*
 * The page that shows where an order is, to everyone who has its link: status, time and the shop's phone. Its script
 * reads it again every half minute and replaces only what has changed: a page that reloads itself would take a screen
 * reader back to its start each time. Without scripts it has a link that does.
 */

export type TrackPage = {
  shop: Pick<ShopConfig, 'name' | 'nameTh' | 'timeZone'>
  phone: string | undefined
  language: Language
}

export type ShownOrder = {
  status: OrderStatus
  since: Date
  expectedAt: Date | undefined
  deliverFrom: Date | null
  promisedAt: Date | null
  delayedTo: Date | null
  failed: FailedAttempt | undefined
}

const texts = {
  en: {
    title: 'Your delivery',
    onItsWay: 'On its way',
    about: (time: string) => `about ${time}`,
    soon: 'It will be with you soon.',
    expected: (time: string) => `Expected: ${time}`,
    since: (time: string) => `Since ${time}`,
    delivered: (time: string) => `at ${time}`,
    call: (phone: string) => `Call the shop: ${phone}`,
    ended: 'This link has ended',
    endedText: 'It shows an order until a day after its delivery. Your orders have the rest.',
    orders: 'See your orders',
    again: 'Look again',
  },
  th: {
    title: 'การจัดส่งของคุณ',
    onItsWay: 'กำลังไปส่ง',
    about: (time: string) => `ประมาณ ${time}\u00a0น.`,
    soon: 'ของจะถึงในไม่ช้า',
    expected: (time: string) => `กำหนดส่ง ${time}`,
    since: (time: string) => `ตั้งแต่ ${time}\u00a0น.`,
    delivered: (time: string) => `เวลา ${time}\u00a0น.`,
    call: (phone: string) => `โทรหาร้าน ${phone}`,
    ended: 'ลิงก์นี้หมดอายุแล้ว',
    endedText: 'ลิงก์นี้ดูได้ถึงหนึ่งวันหลังจัดส่ง ดูรายละเอียดได้ที่คำสั่งซื้อของคุณ',
    orders: 'ดูคำสั่งซื้อของคุณ',
    again: 'ดูสถานะล่าสุด',
  },
} as const

const style = `
${fontFaces}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#fbfaf6;color:#15241b;font:400 1.125rem/1.65 Anuphan,'Noto Sans Thai',Thonburi,sans-serif;display:grid;place-items:center;padding:1.25rem}
main{width:min(26rem,100%);text-align:center}
.shop{margin:0 0 1rem;font-size:1.375rem;font-weight:700}
.card{background:#fff;border:1px solid #e9e6dc;border-radius:20px;padding:2rem 1.25rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1.75rem;line-height:1.4}
.time{margin:.25rem 0 0;font-size:clamp(1.5rem,8.5vw,2.25rem);font-weight:700;line-height:1.35;font-variant-numeric:tabular-nums}
p{margin:.5rem 0 0;color:#5d6a61}
.time,.shop{color:#14562e}
a{display:inline-flex;align-items:center;justify-content:center;min-height:3.5rem;margin-top:1.5rem;padding:.5rem 1.75rem;border-radius:999px;background:#1e7a42;color:#fff;font-weight:600;text-decoration:none}
a.plain{display:flex;margin-top:.5rem;background:none;color:inherit;text-decoration:underline}
:focus-visible{outline:2px solid #1e7a42;outline-offset:3px}
@media(prefers-color-scheme:dark){body{background:#10160f;color:#eef3ec}.card{background:#182018;border-color:#2c372c}p{color:#a9b5aa}.time,.shop{color:#8fd6a6}}
`

const script = readFileSync(join(import.meta.dirname, 'track-script.js'), 'utf8')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page's Content-Security-Policy: only its own style, script and fonts, and itself to read again. */
export const trackPolicy = `default-src 'none'; img-src data:; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Returns the HTML of where an order is. */
export function trackPage({ shop, phone, language }: TrackPage, order: ShownOrder): string {
  const words = texts[language]
  const { timeZone } = shop
  const now = new Date()
  const clock = (at: Date) => timeFrom(now, at, { language, timeZone })
  const { status, since, expectedAt, deliverFrom: from, promisedAt, delayedTo: delay, failed } = order
  const lines: string[] = []
  if (failed) lines.push(`<p>${escapeHtml(failedAttemptText(failed, { language, timeZone }))}</p>`)
  else if (status === 'Out for delivery')
    lines.push(
      expectedAt ? `<p class="time">${escapeHtml(words.about(clock(expectedAt)))}</p>` : `<p>${words.soon}</p>`,
    )
  else if (status === 'Delivered') lines.push(`<p class="time">${escapeHtml(words.delivered(clock(since)))}</p>`)
  else {
    lines.push(`<p>${escapeHtml(words.since(clock(since)))}</p>`)
    if (promisedAt && delay && status !== 'Cancelled') {
      const { about: time } = delayedTo({ expectedAt: delay, promisedAt }, { language, timeZone })
      lines.push(`<p>${escapeHtml(words.expected(words.about(time)))}</p>`)
    } else if (promisedAt && status !== 'Cancelled')
      lines.push(`<p>${escapeHtml(words.expected(deliveryText({ from, to: promisedAt }, { language, timeZone })))}</p>`)
  }
  const heading = status === 'Out for delivery' ? words.onItsWay : statusNames[status][language]
  const call = phone ? `<a href="${escapeHtml(telHref(phone))}">${escapeHtml(words.call(phone))}</a>` : ''
  // Read aloud when it changes; the link after it keeps the focus.
  const state = `<div id="now" aria-live="polite"><h1>${escapeHtml(heading)}</h1>${lines.join('')}</div>`
  const live = `<noscript><a class="plain" href="">${words.again}</a></noscript><script>${script}</script>`
  return frame({ shop, language }, words.title, `${state}${call}${live}`)
}

/** Returns the HTML for a link that has ended, or never was one. */
export function endedPage({ shop, language }: TrackPage): string {
  const words = texts[language]
  const body = `<h1>${words.ended}</h1><p>${words.endedText}</p><a href="/my-orders">${words.orders}</a>`
  return frame({ shop, language }, words.ended, body)
}

function frame({ shop, language }: Pick<TrackPage, 'shop' | 'language'>, title: string, body: string): string {
  const name = language === 'th' ? shop.nameTh : shop.name
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><link rel="icon" href="data:,"><title>${escapeHtml(title)} · ${escapeHtml(name)}</title><style>${style}</style></head>
<body><main><p class="shop">${escapeHtml(name)}</p><div class="card">${body}</div></main></body></html>`
}
