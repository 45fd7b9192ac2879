import {
  documentName,
  documentPath,
  documentReportPath,
  documentTitles,
  shownKind,
} from '../../contract/orders/documents.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { cents, formatMoney } from '../../contract/values/money.ts'
import { escapeHtml } from '../common/html.ts'
import { issuerOf } from './content.ts'
import { branchOf, documentTexts, reportTexts as texts } from './document-texts.ts'
import { framePage } from './page-frame.ts'
import { signOf, type TaxReport } from './tax-report.ts'

/**
 * Returns a month's documents with their tax as an HTML page. Months are YYYY-MM; none after `thisMonth` is linked to.
 */
export function taxReportPage(
  shop: Pick<ShopConfig, 'name' | 'nameTh' | 'currency' | 'contact' | 'issuer'>,
  { month, thisMonth }: { month: string; thisMonth: string },
  { documents, sums, undocumented }: TaxReport,
): string {
  const money = (amount: number) =>
    escapeHtml(`${amount < 0 ? '−' : ''}${formatMoney(cents(Math.abs(amount)), shop.currency.symbol)}`)
  const heads = [texts.taxed, texts.vat, texts.exempt, texts.total]
  // On a phone each document is a block, whose figures have the heads of their columns beside them: see page-frame.ts.
  const cell = (head: string, figure: string) =>
    `<td role="cell" class="figure" data-head="${escapeHtml(head)}">${figure}</td>`
  const figures = (taxed: number, tax: number, exempt: number) =>
    [taxed, tax, exempt, taxed + tax + exempt].map((each, index) => cell(heads[index] ?? '', money(each))).join('')
  const lines = documents.map((document) => {
    const { day, kind, vatRegistered, orderNumber, replacedBy, buyer, taxed, tax, exempt } = document
    const name = documentName(document)
    const sign = signOf(document)
    const note = replacedBy ? `${texts.replacedBy} ${replacedBy}` : (buyer?.name ?? '')
    return `<tr role="row"><td role="cell" class="report-day">${escapeHtml(day)}</td><td role="cell"><a href="${documentPath(document.id)}">${escapeHtml(name)}</a><small>${escapeHtml(documentTitles[shownKind(kind, vatRegistered)].th)}</small>${note ? `<small>${escapeHtml(note)}</small>` : ''}</td>${cell(texts.order, String(orderNumber))}${figures(sign * taxed, sign * tax, sign * exempt)}</tr>`
  })
  const columnHead = (head: string, kind = '') => `<th role="columnheader"${kind}>${escapeHtml(head)}</th>`
  const body = `<header><h1 class="report">${escapeHtml(`${texts.title} ${month}`)}<small>${escapeHtml(nameOf(shop))}</small></h1></header>
${
  documents.length === 0
    ? `<p>${escapeHtml(texts.none)}</p>`
    : `${sums.documents > documents.length ? `<p class="note">${escapeHtml(texts.first(documents.length, sums.documents))}</p>` : ''}<div class="report-rows"><table role="table"><thead role="rowgroup"><tr role="row">${columnHead(texts.day)}${columnHead(texts.document)}${[texts.order, ...heads].map((head) => columnHead(head, ' class="figure"')).join('')}</tr></thead>
<tbody role="rowgroup">${lines.join('')}</tbody><tfoot role="rowgroup"><tr role="row"><th role="rowheader" colspan="3">${escapeHtml(texts.sum)}</th>${figures(sums.taxed, sums.tax, sums.exempt)}</tr></tfoot></table></div>`
}${undocumented ? `<p class="note">${escapeHtml(texts.undocumented(undocumented.orders, formatMoney(cents(undocumented.cents), shop.currency.symbol)))}</p>` : ''}`
  const link = (to: string, text: string) => `<a href="${documentReportPath}${escapeHtml(to)}">${escapeHtml(text)}</a>`
  const navigation = [
    link(`?month=${monthAfter(month, -1)}`, `← ${monthAfter(month, -1)}`),
    ...(month < thisMonth ? [link(`?month=${monthAfter(month, 1)}`, `${monthAfter(month, 1)} →`)] : []),
    link(`.csv?month=${month}`, 'CSV'),
  ]
  const title = `${texts.title} ${month}`
  return framePage({ title, paper: 'a4', back: '/seller/today', navigation: navigation.join('') }, body)
}

/** Returns the month some months later. */
function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** Returns the seller: the company with its tax ID and branch, or the shop's name if it issues no documents. */
function nameOf(shop: Pick<ShopConfig, 'name' | 'nameTh' | 'contact' | 'issuer'>): string {
  const issuer = issuerOf(shop)
  if (!issuer) return `${shop.nameTh} · ${shop.name}`
  return [
    issuer.nameTh,
    `${documentTexts.taxId} ${issuer.taxId}`,
    ...(issuer.vatRegistered ? [branchOf(issuer.branch)] : []),
  ].join(' · ')
}
