import { createHash } from 'node:crypto'

/** Where the contact page's map comes from, once a visitor asks for it. */
const mapOrigin = 'https://www.openstreetmap.org'

/**
 * The policy of one page: scripts are the shop's own files and exactly the inline ones this page was made with.
 * Takes the whole HTML; gives the header's value.
 */
export function policyFor(html: string): string {
  const hashes = new Set<string>()
  for (const { attributes, script } of scriptsOf(html)) {
    if (/\ssrc=/.test(attributes) || script === '') continue
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`.trim(),
    "style-src 'self'",
    // Positions of menus and the like are set as attributes by script; no style sheet can come in this way.
    "style-src-attr 'unsafe-inline'",
    // The contact page looks whether the map's server can be reached before it shows a frame of it.
    `img-src 'self' data: blob: ${mapOrigin}/favicon.ico`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${mapOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Each script element of the HTML, with the text of its opening tag after the name. */
function* scriptsOf(html: string): Generator<{ attributes: string; script: string }> {
  const opening = '<script'
  let at = html.indexOf(opening)
  while (at !== -1) {
    const inside = html.indexOf('>', at) + 1
    const end = inside === 0 ? -1 : html.indexOf('</script>', inside)
    if (end === -1) return
    yield { attributes: html.slice(at + opening.length, inside - 1), script: html.slice(inside, end) }
    at = html.indexOf(opening, end)
  }
}
