import { createHash } from 'node:crypto'
import { escapeHtml } from '../common/html.ts'
import { fontFaces } from '../common/page-fonts.ts'
import { documentTexts as texts } from './document-texts.ts'

/* The frame of the pages that are printed: documents, and the report of a month. */

export const papers = ['a4', 'receipt'] as const
/** A4, or a roll of 80 mm. */
export type Paper = (typeof papers)[number]

const common = `
${fontFaces}
*{box-sizing:border-box}
body{margin:0;background:#eceae3;color:#111;font:400 11pt/1.5 Anuphan,'Noto Sans Thai','Leelawadee UI',Thonburi,sans-serif}
nav{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center;padding:1rem}
nav a,nav button{display:grid;place-content:center;min-width:6rem;min-height:2.75rem;padding:0 1.25rem;border:1px solid #6b756e;border-radius:999px;background:#fff;color:#14562e;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
nav [aria-current]{background:#14562e;color:#fff}
:focus-visible{outline:2px solid #1e7a42;outline-offset:3px}
main{margin:0 auto 2rem;background:#fff;box-shadow:0 8px 24px -12px rgb(21 36 27/.3)}
h1{margin:0;line-height:1.3}
h1 small{display:block;font-size:.6em;font-weight:500}
p{margin:0}
.issuer strong,.buyer strong{display:block;font-size:1.1em}
dl{margin:0}
dl div{display:flex;justify-content:space-between;gap:1rem}
dt,td{overflow-wrap:anywhere;min-width:0}
dd{margin:0;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
/* Long texts: one that doesn't fit beside its term goes below it. */
.facts div{flex-wrap:wrap;row-gap:0}
.facts dd{margin-left:auto;white-space:normal;overflow-wrap:anywhere}
.whole{white-space:nowrap}
table{width:100%;border-collapse:collapse}
th{font-weight:600;text-align:left;border-bottom:1px solid #111}
th,td{padding:.25em .5em .25em 0;vertical-align:top}
.figure{padding-right:0;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td small{display:block;color:#444}
tr{break-inside:avoid}
.total{border-top:1px solid #111;margin-top:.35em;padding-top:.35em;font-size:1.15em;font-weight:700}
.note{color:#444}
thead th{vertical-align:bottom}
th.figure{white-space:normal}
.figure+.figure{padding-left:.75em}
tfoot th,tfoot td{border:0;border-top:1px solid #111;font-weight:700;padding-top:.5em}
.report-day{white-space:nowrap}
.report-rows{overflow-x:auto}
h1.report{text-align:left}
td a{color:inherit;white-space:nowrap}
@media(min-width:40.01rem){.report-rows td small{min-width:13em}}
@media screen and (max-width:40rem){
nav{display:grid;grid-template-columns:1fr 1fr}
nav a,nav button{min-width:0;padding:0 .75rem;text-align:center}
nav>:last-child:nth-child(odd){grid-column:1/-1}
/* A row is a block: seven columns would have to be scrolled sideways. */
.report-rows :is(table,tbody,tfoot,tr,td,th){display:block}
.report-rows thead{display:none}
.report-rows tr{padding:.75em 0;border-top:1px solid #6b756e}
.report-rows :is(td,th){padding:0;border:0}
.report-rows [data-head]{display:flex;padding:0;justify-content:space-between;gap:1rem}
.report-rows [data-head]::before{content:attr(data-head);white-space:normal;text-align:left;color:#444;font-weight:400}
}
@media print{body{background:none}nav{display:none}main{margin:0;box-shadow:none}}
`
const styles: Record<Paper, string> = {
  a4: `${common}
@page{size:A4;margin:15mm}
main{width:min(210mm,100%);padding:15mm;display:grid;gap:6mm}
@media screen and (max-width:40rem){main{padding:1.25rem}.unit{display:none}}
h1{font-size:18pt;text-align:right}
header{display:grid;grid-template-columns:1fr auto;gap:6mm}
@media(max-width:40rem){header{grid-template-columns:1fr}h1{text-align:left}}
.sums{margin-left:auto;width:min(95mm,100%)}
@media print{main{width:auto;padding:0}}
`,
  receipt: `${common}
@page{size:80mm auto;margin:4mm}
body{font-size:9pt}
main{width:80mm;padding:4mm;display:grid;gap:3mm}
h1{margin-top:2mm;font-size:12pt;text-align:center}
.issuer{text-align:center}
.unit{display:none}
thead th:first-child{width:50%}
@media print{main{width:auto;padding:0}}
`,
}
const script = "document.querySelector('button').onclick=()=>print()"
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The pages' Content-Security-Policy: only their own styles, fonts and the script of the print button. */
export const documentPolicy = `default-src 'none'; img-src data:; style-src ${papers.map((paper) => hash(styles[paper])).join(' ')}; script-src ${hash(script)}; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

type Frame = {
  title: string
  paper: Paper
  /** Path of the screen to which the page links back: an installed app has no back button. */
  back: string
  /** HTML before the button. */
  navigation: string
}

/** Returns an HTML page with a link back and a button that prints it. */
export function framePage({ title, paper, back, navigation }: Frame, body: string): string {
  return `<!doctype html><html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${styles[paper]}</style></head>
<body><nav><a href="${escapeHtml(back)}">← ${escapeHtml(texts.back)}</a>${navigation}<button type="button">${escapeHtml(texts.print)}</button></nav><main>
${body}
</main><script>${script}</script></body></html>`
}

/** Returns a day in Thai words with the Gregorian year, `22 พฤศจิกายน 2026`. */
export function dateOf(day: string): string {
  return new Intl.DateTimeFormat('th-TH-u-ca-gregory', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
