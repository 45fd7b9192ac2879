/** Screens that `next` may lead to. The waiting screen isn't among them: it would redirect in a circle. */
const screens = [
  /^\/$/,
  /^\/products(\/[^/]+){0,2}$/,
  /^\/(cart|add-address|my-orders|promptpay|contact|login|register|email-verify|reset-password)$/,
  /^\/seller(\/(product-list|orders|money|slips|promotions|delivery|windows|trip|notices|staff|today|reports|settings|search))?$/,
]

const unsafeCharacters = /[\\\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Returns the path and query that a `next` parameter leads to, with one leading slash, if it is a screen of this shop.
 * Takes it with or without that slash. Returns undefined for everything else: other hosts in any spelling
 * (`https:…`, `//…`, `\\…`, percent-encoded), scripts, control characters, unknown paths.
 */
export function inAppPath(next: string | null | undefined): string | undefined {
  if (typeof next !== 'string' || next === '' || next.length > 500) return undefined
  const [screen, rest] = splitScreen(next.startsWith('/') ? next : `/${next}`)
  if (unsafeCharacters.test(rest)) return undefined
  // Each round undoes one layer of percent-encoding; what still changes after three is refused.
  let plain = screen
  for (let round = 0; ; round++) {
    const decoded = decode(plain)
    if (decoded === undefined || unsafeCharacters.test(decoded)) return undefined
    if (decoded === plain) break
    if (round === 2) return undefined
    plain = decoded
  }
  if (plain.includes('//') || plain.includes(':') || plain.split('/').includes('..')) return undefined
  // Both spellings must be a screen: an encoded slash must not turn one segment into two.
  return [screen, plain].every((path) => screens.some((known) => known.test(path))) ? screen + rest : undefined
}

function splitScreen(path: string): [string, string] {
  const end = path.search(/[?#]/)
  return end === -1 ? [path, ''] : [path.slice(0, end), path.slice(end)]
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
