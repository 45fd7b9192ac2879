import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Language } from '../../contract/values/languages.ts'
import { escapeHtml } from '../common/html.ts'
import { frame, fullName, type MailContent } from './frame.ts'

/*
 * The parts of a mail, each written once, and their rendering as plain text and as HTML. All of them are plain text:
 * only the renderer of HTML escapes.
 */

/** The left and the right cell of a row. */
type Row = readonly [string, string]

/** A part of a mail. A string is a paragraph. */
export type Block =
  | string
  /** The first line of a mail without a salutation. */
  | { title: string }
  /** A line in grey below the title. */
  | { subtitle: string }
  | { bold: string; indented?: true }
  /** A paragraph of several lines; in grey if it is quiet. */
  | { lines: readonly string[]; quiet?: true }
  /** A value with its label; several lines are indented in text, and grey in HTML. */
  | { label: string; value: string | readonly string[] }
  /** A list. If it is quiet, it is indented in text, and grey in HTML. */
  | { list: readonly string[]; quiet?: true }
  /** What an order consists of, and its sums, of which the last is the total. */
  | { heading: string; rows: readonly Row[]; sums: readonly Row[] }
  | { code: string }
  | { button: string; url: string }
  | { link: string; url: string }
  /** A link whose URL is shown. */
  | { lead: string; url: string }

/**
 * Returns the text and the HTML of a mail. The blocks are in groups: in text, an empty line separates groups, and the
 * blocks of a group follow line by line.
 */
export function renderMail(
  shop: Pick<ShopConfig, 'name' | 'nameTh' | 'contact'>,
  language: Language,
  groups: readonly (readonly Block[])[],
): Pick<MailContent, 'text' | 'html'> {
  const texts = groups.map((blocks) => blocks.flatMap(textLinesOf).join('\n'))
  return {
    text: `${texts.filter((text) => text !== '').join('\n\n')}\n`,
    html: frame(shop, language, groups.flat().map(htmlOf).join('\n')),
  }
}

/** Returns a mail. Its subject ends with the shop's name; its blocks are rendered by `renderMail`. */
export function mailOf(
  shop: Pick<ShopConfig, 'name' | 'nameTh' | 'contact'>,
  language: Language,
  subject: string,
  groups: readonly (readonly Block[])[],
): MailContent {
  return { subject: `${subject} · ${fullName(shop)}`, ...renderMail(shop, language, groups) }
}

const indent = (line: string) => `  ${line}`

function textLinesOf(block: Block): readonly string[] {
  if (typeof block === 'string') return [block]
  if ('title' in block) return [block.title]
  if ('subtitle' in block) return [block.subtitle]
  if ('bold' in block) return [block.indented ? indent(block.bold) : block.bold]
  if ('lines' in block) return block.lines
  if ('label' in block) {
    const { label, value } = block
    return typeof value === 'string' ? [`${label}: ${value}`] : [`${label}:`, ...value.map(indent)]
  }
  if ('list' in block) return block.quiet ? block.list.map(indent) : block.list
  if ('rows' in block) {
    const rows = block.rows.map((cells) => indent(cells.join('  ')))
    return [block.heading, ...rows, '', ...block.sums.map((cells) => cells.join(': '))]
  }
  if ('code' in block) return [`    ${block.code}`]
  if ('button' in block) return [`${block.button}: ${block.url}`]
  if ('link' in block) return [`${block.link}: ${block.url}`]
  return [block.lead, block.url]
}

const grey = 'color:#5d6a61'
const green = 'color:#14562e'

function htmlOf(block: Block): string {
  if (typeof block === 'string') return paragraph([block])
  if ('title' in block) return `<h1 style="font-size:20px;margin:0">${escapeHtml(block.title)}</h1>`
  if ('subtitle' in block) return paragraph([block.subtitle], `margin:0;${grey}`)
  if ('bold' in block) return paragraph([block.bold], 'font-weight:700')
  if ('lines' in block) return paragraph(block.lines, block.quiet && grey)
  if ('label' in block) {
    const { label, value } = block
    const heading = `<h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(label)}</h2>`
    return heading + (typeof value === 'string' ? paragraph([value], 'margin:0') : paragraph(value, `margin:0;${grey}`))
  }
  if ('list' in block) {
    if (block.list.length === 0) return ''
    const items = block.list.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
    return `<ul style="padding-left:20px${block.quiet ? `;${grey}` : ''}">${items}</ul>`
  }
  if ('rows' in block) {
    const { heading, rows, sums } = block
    return `<h1 style="font-size:20px;margin:24px 0 8px">${escapeHtml(heading)}</h1>
<table role="presentation" width="100%" style="border-collapse:collapse">${rows.map((cells) => rowHtml(cells)).join('')}
<tr><td colspan="2" style="border-top:1px solid #e9e6dc;padding:0"></td></tr>
${sums.map((cells, index) => rowHtml(cells, index === sums.length - 1)).join('')}</table>`
  }
  if ('code' in block)
    return paragraph([block.code], `font-size:34px;font-weight:700;letter-spacing:8px;margin:24px 0;${green}`)
  const url = escapeHtml(block.url)
  if ('button' in block)
    return `<p style="margin:28px 0 0"><a href="${url}" style="display:inline-block;background:#1e7a42;color:#ffffff;text-decoration:none;padding:14px 26px;border-radius:999px;font-weight:600">${escapeHtml(block.button)}</a></p>`
  if ('link' in block) return `<p><a href="${url}" style="${green}">${escapeHtml(block.link)}</a></p>`
  return `<p>${escapeHtml(block.lead)}<br><a href="${url}" style="${green};overflow-wrap:anywhere">${url}</a></p>`
}

function paragraph(lines: readonly string[], style?: string): string {
  return `<p${style ? ` style="${style}"` : ''}>${lines.map(escapeHtml).join('<br>')}</p>`
}

function rowHtml([left, right]: Row, isBold = false): string {
  const bold = isBold ? ';font-weight:700' : ''
  return `<tr><td style="padding:6px 0${bold}">${escapeHtml(left)}</td><td align="right" style="padding:6px 0 6px 16px;white-space:nowrap${bold}">${escapeHtml(right)}</td></tr>`
}
