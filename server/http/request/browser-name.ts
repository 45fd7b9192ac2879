/** Patterns of the User-Agent header, the more special first: most browsers also name those that they resemble. */
const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['LINE', / Line\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** Returns browser and system by the User-Agent header, such as "Chrome, Android"; empty if neither is known. */
export function browserOf(userAgent = ''): string {
  const text = userAgent.slice(0, 500)
  return [browsers, systems].flatMap((list) => list.find(([, pattern]) => pattern.test(text))?.[0] ?? []).join(', ')
}
