import { createHash } from 'node:crypto'
import { paymentReturnPath } from '../../../contract/payments/payment-return.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { cents, formatMoney } from '../../../contract/values/money.ts'
import { escapeHtml } from '../../common/html.ts'
import { fontFaces } from '../../common/page-fonts.ts'
import type { SandboxPage } from './queries.ts'
import { sandboxTexts } from './sandbox-texts.ts'

type Shop = Pick<ShopConfig, 'name' | 'nameTh' | 'currency'>

const style = `
${fontFaces}
:root{color-scheme:light dark;--paper:#fbfaf6;--surface:#fff;--ink:#15241b;--muted:#5d6a61;--line:#e9e6dc;--edge:#87918a;--leaf:#1e7a42;--leaf-deep:#14562e;--on-leaf:#fff;--mango-soft:#fff3d9;--on-mango:#3a2600}
@media(prefers-color-scheme:dark){:root{--paper:#0e1812;--surface:#16231b;--ink:#eaf3ec;--muted:#a9c0b0;--line:#26372d;--edge:#6f8177;--leaf:#7fd69b;--leaf-deep:#a5e6ba;--on-leaf:#0e1812;--mango-soft:#3a2c0c;--on-mango:#ffdf9e}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.65 Anuphan,'Noto Sans Thai','Leelawadee UI',Thonburi,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem 3rem}
.shop{margin:0 0 1.25rem;font-size:1.4rem;font-weight:700;color:var(--leaf-deep);letter-spacing:-.02em}
.card{background:var(--surface);border:1px solid var(--line);border-radius:1.25rem;padding:1.5rem;box-shadow:0 8px 24px -12px rgb(21 36 27/.18)}
h1{margin:0;font-size:1.6rem;line-height:1.3;letter-spacing:-.02em}
.number{margin:.15rem 0 0;color:var(--muted)}
.notice{margin:1rem 0;padding:.75rem 1rem;border-radius:.75rem;background:var(--mango-soft);color:var(--on-mango);font-weight:500}
dl{margin:1.25rem 0}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.35rem 0}
dt{min-width:0;overflow-wrap:anywhere}
dd{margin:0;font-variant-numeric:tabular-nums;white-space:nowrap}
.total{border-top:1px solid var(--line);margin-top:.5rem;padding-top:.85rem;font-size:1.2rem;font-weight:700}
form{display:grid;gap:.75rem}
button,a.button{display:grid;place-content:center;min-height:3.25rem;padding:.5rem 1.5rem;border:1px solid transparent;border-radius:999px;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.primary{background:var(--leaf);color:var(--on-leaf)}
.second{background:none;border-color:var(--edge);color:var(--ink)}
a.quiet{display:grid;place-content:center;min-height:2.75rem;color:var(--leaf-deep);font-weight:500;text-underline-offset:.25em}
:focus-visible{outline:2px solid var(--leaf);outline-offset:3px}
.hints{margin:1.25rem 0 0;color:var(--muted);font-size:.9rem}
`

/** The page's Content-Security-Policy: only its own style and fonts, and forms only to the shop itself. */
export const sandboxPolicy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Returns the HTML of an open payment page, on which no money moves. */
export function unpaidPage(shop: Shop, page: SandboxPage, language: Language): string {
  const texts = sandboxTexts[language]
  const formatCents = (amount: number) => formatMoney(cents(amount), shop.currency.symbol)
  const row = (term: string, amount: number, kind = '') =>
    `<div${kind}><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(formatCents(amount))}</dd></div>`
  const rows = [
    ...page.lines.map(({ name, unitCents, quantity }) => row(`${quantity} × ${name}`, unitCents * quantity)),
    ...(page.addedTaxCents > 0 ? [row(texts.tax, page.addedTaxCents)] : []),
    row(texts.total, page.amountCents, ' class="total"'),
  ]
  return frame(
    shop,
    language,
    texts.title,
    `<h1>${escapeHtml(texts.title)}</h1>
<p class="number">${escapeHtml(texts.order(page.orderNumber))}</p>
<p class="notice">${escapeHtml(texts.notice)}</p>
<dl>${rows.join('')}</dl>
<form method="post">
<button class="primary" name="act" value="pay">${escapeHtml(texts.pay(formatCents(page.amountCents)))}</button>
<button class="second" name="act" value="decline">${escapeHtml(texts.decline)}</button>
<a class="quiet" href="${escapeHtml(paymentReturnPath({ order: page.orderId, payment: 'cancelled' }))}">${escapeHtml(texts.back)}</a>
</form>
<p class="hints">${escapeHtml(texts.hints)}</p>`,
  )
}

/** Returns the HTML of a payment page that isn't open. */
export function closedPage(shop: Shop, why: keyof (typeof sandboxTexts)['en']['closed'], language: Language): string {
  const texts = sandboxTexts[language]
  const [title, text] = texts.closed[why]
  return frame(
    shop,
    language,
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><a class="button primary" href="/my-orders">${escapeHtml(texts.toOrders)}</a>`,
  )
}

function frame(shop: Shop, language: Language, title: string, body: string): string {
  const name = language === 'th' ? shop.nameTh : shop.name
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)} · ${escapeHtml(name)}</title><style>${style}</style></head>
<body><main><p class="shop">${escapeHtml(name)}</p><div class="card">${body}</div></main></body></html>`
}
