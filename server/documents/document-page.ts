import { thaiWeight } from '../../contract/catalog/thai-weight.ts'
import { documentName, documentPath, documentTitles, shownKind } from '../../contract/orders/documents.ts'
import { paymentMethodNames } from '../../contract/payments/payment-method-names.ts'
import { sumOf } from '../../contract/pricing/pricing.ts'
import { refundReasons } from '../../contract/pricing/refund-reasons.ts'
import type { Texts } from '../../contract/values/fill-text.ts'
import { cents, formatMoney } from '../../contract/values/money.ts'
import { escapeHtml } from '../common/html.ts'
import { type Document, type DocumentContent, type DocumentLine, valueBeforeTax } from './content.ts'
import { branchOf, creditReasons, documentTexts as texts } from './document-texts.ts'
import { dateOf, framePage, type Paper, papers } from './page-frame.ts'

/**
 * Returns a document as an HTML page to print, with a link back to a screen. The same row always makes the same
 * document, except for the name of a full tax invoice that replaces it later.
 */
export function documentPage(
  document: Document & { replacedBy?: string | null },
  { paper, back }: { paper: Paper; back: string },
): string {
  const { content, kind, replacedBy } = document
  const { th, en } = documentTitles[shownKind(kind, content.issuer.vatRegistered)]
  const path = documentPath(document.id)
  const links = papers.map(
    (each) =>
      `<a href="${path}?paper=${each}"${each === paper ? ' aria-current="page"' : ''}>${escapeHtml(texts.paper[each])}</a>`,
  )
  const name = documentName(document)
  return framePage(
    { title: name, paper, back, navigation: links.join('') },
    `<header>${issuerOf(content)}<h1>${escapeHtml(th)}<small lang="en">${escapeHtml(en)}</small></h1></header>
<dl class="facts">${row(texts.number, name)}${row(texts.date, dateOf(document.day))}${row(texts.order, String(content.orderNumber))}${
      content.refersTo
        ? row(
            kind === 'credit note' ? texts.credits : texts.replaces,
            `${content.refersTo.name}, ${dateOf(content.refersTo.day)}`,
          )
        : ''
    }${replacedBy ? row(texts.replacedBy, replacedBy) : ''}${(content.credited ?? [])
      .map(({ name, day, totalCents }) =>
        row(
          texts.creditedBefore,
          // A word joiner keeps the minus with its amount.
          `${name}, ${dateOf(day)}, −\u2060${formatMoney(cents(totalCents), content.currency.symbol)}`,
        ),
      )
      .join('')}${content.reason ? row(texts.reason, reasonOf(content.reason)) : ''}</dl>
${buyerOf(content)}${linesOf(content)}${sumsOf(document)}`,
  )
}

const inBoth = ({ th, en }: Texts) => `${th} / ${en}`

/** Returns the reason of a credit: a known one in both languages, another one as it was typed. */
function reasonOf(reason: string): string {
  if (Object.hasOwn(refundReasons, reason)) return inBoth(refundReasons[reason as keyof typeof refundReasons])
  return Object.hasOwn(creditReasons, reason) ? (creditReasons[reason] ?? '') : reason
}

const row = (term: string, value: string, kind = '') =>
  `<div${kind && ` class="${kind}"`}><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`

function issuerOf({ issuer }: DocumentContent): string {
  const lines = [...issuer.addressLinesTh, issuer.name, issuer.phone, `${texts.taxId} ${issuer.taxId}`]
  if (issuer.vatRegistered) lines.push(branchOf(issuer.branch))
  return `<div class="issuer"><strong>${escapeHtml(issuer.nameTh)}</strong>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`
}

function buyerOf({ buyer }: DocumentContent): string {
  if (!buyer) return ''
  const lines = [...buyer.address.split('\n'), `${texts.taxId} ${buyer.taxId}`]
  if (buyer.branch !== undefined) lines.push(branchOf(buyer.branch))
  return `<div class="buyer"><p class="note">${escapeHtml(texts.buyer)}</p><strong>${escapeHtml(buyer.name)}</strong>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`
}

function linesOf({ lines, currency, issuer }: DocumentContent): string {
  if (lines.length === 0) return ''
  const money = (amount: number) => escapeHtml(formatMoney(cents(amount), currency.symbol))
  const marksExempt = issuer.vatRegistered && lines.some(({ basisPoints }) => basisPoints === 0)
  const line = ({ name, nameTh, size, quantity, unitCents, discountCents, basisPoints }: DocumentLine) => `<tr>
<td>${escapeHtml(nameTh ?? name)}${marksExempt && basisPoints === 0 ? ' (N)' : ''}<small>${escapeHtml([nameTh ? name : '', sizeOf(size)].filter(Boolean).join(' · '))}</small>${
    discountCents > 0
      ? `<small>${escapeHtml(texts.discount)} <span class="whole">−${money(discountCents)}</span></small>`
      : ''
  }</td>
<td class="figure">${quantity}</td><td class="figure unit">${money(unitCents)}</td><td class="figure">${money(quantity * unitCents - discountCents)}</td></tr>`
  return `<div><table><thead><tr><th>${escapeHtml(texts.item)}</th><th class="figure">${escapeHtml(texts.quantity)}</th><th class="figure unit">${escapeHtml(texts.unitPrice)}</th><th class="figure">${escapeHtml(texts.sum)}</th></tr></thead><tbody>${lines.map(line).join('')}</tbody></table>${
    marksExempt ? `<p class="note">${escapeHtml(texts.exempt)}</p>` : ''
  }</div>`
}

/** Returns the size of a pack in Thai and as it was written; only as written if it has no translation. */
function sizeOf(size: string | null): string {
  const thai = size && thaiWeight(size)
  return thai ? `${thai} / ${size}` : (size ?? '')
}

function sumsOf({ kind, content }: Document): string {
  const money = (amount: number) => formatMoney(cents(amount), content.currency.symbol)
  const {
    shippingCents,
    addedTaxCents,
    deductedCents,
    deductions = [],
    totalCents,
    roundedCents = 0,
    issuer,
    rates,
    method,
    original,
  } = content
  const rows = [
    ...(original && issuer.vatRegistered ? correctionOf(original, valueBeforeTax(rates), money) : []),
    shippingCents > 0 ? row(texts.shipping, money(shippingCents)) : '',
    addedTaxCents > 0 ? row(texts.addedTax, money(addedTaxCents)) : '',
    ...deductionsOf(deductedCents, deductions, money),
    row(kind === 'credit note' ? texts.credited : texts.total, money(totalCents), 'total'),
  ]
  if (issuer.vatRegistered) {
    rows.push(`<p class="note">${escapeHtml(texts.inclusive)}</p>`)
    for (const { basisPoints, gross, tax } of rates)
      rows.push(
        ...(basisPoints === 0
          ? [row(texts.exemptValue, money(gross))]
          : [row(texts.taxedValue, money(gross - tax)), row(texts.vat(String(basisPoints / 100)), money(tax))]),
      )
  }
  if (roundedCents > 0)
    rows.push(row(texts.rounded, `−${money(roundedCents)}`), row(texts.paid, money(totalCents - roundedCents)))
  if (method) rows.push(row(texts.paidBy, inBoth(paymentMethodNames[method])))
  return `<dl class="sums">${rows.join('')}</dl>`
}

/** What was taken off before the payment: a row for each refund, and one for what no refund explains. */
function deductionsOf(
  deducted: number,
  deductions: NonNullable<DocumentContent['deductions']>,
  money: (amount: number) => string,
): string[] {
  const rows = deductions.map(({ cents, lines, reason }) => {
    const goods = lines.map(({ name, nameTh, size, quantity }) =>
      [nameTh ?? name, size && (thaiWeight(size) ?? size), `× ${quantity}`].filter(Boolean).join(' '),
    )
    return row(`${texts.deducted}: ${[...goods, reasonOf(reason)].join(' · ')}`, `−${money(cents)}`)
  })
  const rest = deducted - sumOf(deductions.map(({ cents }) => cents))
  return rest > 0 ? [...rows, row(texts.deducted, `−${money(rest)}`)] : rows
}

/**
 * The required content of a credit note (Revenue Code, section 86/10): the value of the invoice, the correct one, and
 * their difference.
 */
function correctionOf(
  { valueCents, creditedCents }: NonNullable<DocumentContent['original']>,
  difference: number,
  money: (amount: number) => string,
): string[] {
  return [
    row(texts.originalValue, money(valueCents)),
    creditedCents > 0 ? row(texts.creditedValue, `−${money(creditedCents)}`) : '',
    row(texts.correctValue, money(valueCents - creditedCents - difference)),
    row(texts.difference, money(difference)),
  ]
}
