/** The screens that a shopper can be sent to. The waiting screen isn't one: it would send on in a ring. */
const screens = [
  /^\/$/,
  /^\/products(\/[^/]+){0,2}$/,
  /^\/(cart|add-address|my-orders|contact|login|register|email-verify|reset-password)$/,
  /^\/seller(\/(product-list|orders|today))?$/,
]

const unsafeCharacters = /[\\\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Where `next` of an address may lead: the path of a screen of this shop with its query, beginning with one slash.
 * Takes it with or without that slash. Gives undefined for everything else: other hosts in any spelling
 * (`https:…`, `//…`, `\\…`, their percent forms), scripts, control characters, unknown paths.
 */
export function inAppPath(next: string | null | undefined): string | undefined {
  if (typeof next !== 'string' || next === '' || next.length > 500) return undefined
  const [screen, rest] = splitScreen(next.startsWith('/') ? next : `/${next}`)
  if (unsafeCharacters.test(rest)) return undefined
  // Each round undoes one layer of percent signs; what still changes after three hides something.
  let plain = screen
  for (let round = 0; ; round++) {
    const decoded = decode(plain)
    if (decoded === undefined || unsafeCharacters.test(decoded)) return undefined
    if (decoded === plain) break
    if (round === 2) return undefined
    plain = decoded
  }
  if (plain.includes('//') || plain.includes(':') || plain.split('/').includes('..')) return undefined
  // Both spellings have to be a screen: an encoded slash must not make two segments out of one.
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
