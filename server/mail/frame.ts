import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Language } from '../../contract/values/languages.ts'
import { escapeHtml } from '../common/html.ts'

export type MailContent = { subject: string; text: string; html: string }

/** The shop's details in mails. */
export type MailShop = Pick<ShopConfig, 'name' | 'nameTh' | 'currency' | 'tax' | 'contact' | 'timeZone'>

/** Returns the shop's name in both languages, as ตลาด alone, which means market, doesn't identify the sender. */
export const fullName = ({ name, nameTh }: Pick<ShopConfig, 'name' | 'nameTh'>): string =>
  name === nameTh ? name : `${name} ${nameTh}`

/** Returns the shop's contact details for the end of each mail; empty if it has none. */
export const contactLine = ({ contact: { phone, email } }: Pick<ShopConfig, 'contact'>): string =>
  [phone, email].filter(Boolean).join(' · ')

/** Returns the HTML of a mail with the given body. */
export function frame(shop: Pick<ShopConfig, 'name' | 'nameTh' | 'contact'>, language: Language, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#fbfaf6;color:#15241b;font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans Thai',Thonburi,sans-serif;font-size:16px;line-height:1.65">
<table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:520px;border-collapse:separate;background:#ffffff;border:1px solid #e9e6dc;border-radius:20px"><tr><td style="padding:32px">
<p style="margin:0 0 20px;font-size:22px;font-weight:700;color:#14562e">${escapeHtml(fullName(shop))}</p>
${body}
</td></tr></table>
<p style="color:#5d6a61;font-size:13px">${escapeHtml((language === 'th' ? shop.contact.companyTh : undefined) ?? shop.contact.company)}<br>${escapeHtml(contactLine(shop))}</p>
</td></tr></table></body></html>`
}
