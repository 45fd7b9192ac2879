import type { Texts } from '../values/fill-text.ts'

/*
 * The documents that a shop hands out for its payments. Source of their kinds and contents: Thailand's Revenue Code,
 * sections 86/4 (tax invoice), 86/6 (abbreviated tax invoice), 86/10 (credit note), and 105 and 105 bis (receipt).
 */

export const documentKinds = ['receipt', 'abbreviated tax invoice', 'tax invoice', 'credit note'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The kinds as people read them: a refund receipt is stored, and numbered, as a credit note. */
export const shownKinds = [...documentKinds, 'refund receipt'] as const
export type ShownKind = (typeof shownKinds)[number]

/**
 * Returns the kind of a document as people read it. An issuer that isn't registered for VAT pays a refund out by a
 * receipt, not by the credit note of the tax law.
 */
export const shownKind = (kind: DocumentKind, vatRegistered: boolean): ShownKind =>
  kind === 'credit note' && !vatRegistered ? 'refund receipt' : kind

/** Returns whether a document is about a refund. */
export const isRefundKind = (kind: ShownKind): boolean => kind === 'credit note' || kind === 'refund receipt'

/** The titles of documents. A tax invoice is a receipt, too. */
export const documentTitles: Record<ShownKind, Texts> = {
  receipt: { en: 'Receipt', th: 'ใบเสร็จรับเงิน' },
  'abbreviated tax invoice': { en: 'Receipt / Abbreviated tax invoice', th: 'ใบเสร็จรับเงิน/ใบกำกับภาษีอย่างย่อ' },
  'tax invoice': { en: 'Receipt / Tax invoice', th: 'ใบเสร็จรับเงิน/ใบกำกับภาษี' },
  'credit note': { en: 'Credit note', th: 'ใบลดหนี้' },
  'refund receipt': { en: 'Refund receipt', th: 'ใบรับคืนเงิน' },
}

const prefixes: Record<DocumentKind, string> = {
  receipt: 'RC',
  'abbreviated tax invoice': 'AB',
  'tax invoice': 'TX',
  'credit note': 'CN',
}

/** Returns the number of a document as people read it: `AB2026-000123`. Each kind is numbered from 1 in each year. */
export function documentName({ kind, year, number }: { kind: DocumentKind; year: number; number: number }): string {
  return `${prefixes[kind]}${year}-${String(number).padStart(6, '0')}`
}

/** The page of a document, to print. */
export const documentPath = (id: string) => `/documents/${id}`
/**
 * Leads to the newest document of an order, once there is one. For mails, which are sent when there may be none yet.
 */
export const documentOfOrderPath = (orderId: string) => `/documents/order/${orderId}`
/** The page of a month's documents; with `.csv` behind it the same as CSV. */
export const documentReportPath = '/documents/report'

/** The head office's branch number. */
export const headOffice = '00000'
