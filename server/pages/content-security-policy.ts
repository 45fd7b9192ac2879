import { createHash } from 'node:crypto'

/** The origin of the contact page's map, which is loaded only if a visitor asks for it. */
const mapOrigin = 'https://www.openstreetmap.org'

/**
 * Returns the Content-Security-Policy of a page from its whole HTML. It allows the shop's own script files and exactly
 * the inline scripts of this HTML. Blocks of JSON aren't run, so they need no permission.
 */
export function policyFor(html: string): string {
  const hashes = new Set<string>()
  for (const { attributes, script } of scriptsOf(html)) {
    if (/\ssrc=|\stype="application\/(?:ld\+)?json"/.test(attributes) || script === '') continue
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`.trim(),
    "style-src 'self'",
    // Scripts set positions of menus as style attributes; these can't load a style sheet.
    "style-src-attr 'unsafe-inline'",
    // The contact page loads the map server's icon to check whether it can be reached, before it shows the map's frame.
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

/** Yields the script elements of the HTML: the text of each opening tag after its name, and the script. */
function* scriptsOf(html: string): Generator<{ attributes: string; script: string }> {
  const opening = '<script'
  let index = html.indexOf(opening)
  while (index !== -1) {
    const inside = html.indexOf('>', index) + 1
    const end = inside === 0 ? -1 : html.indexOf('</script>', inside)
    if (end === -1) return
    yield { attributes: html.slice(index + opening.length, inside - 1), script: html.slice(inside, end) }
    index = html.indexOf(opening, end)
  }
}
