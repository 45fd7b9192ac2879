import { serverLimits } from '../../../contract/values/limits.ts'
import { Refusal } from '../../common/refusal.ts'
import type { App } from '../calls/calls.ts'

/** Accepts JSON bodies only (multipart has a parser of its own). An empty body is no body. */
export function acceptJson(app: App): void {
  // Prototype names in a body are removed like unknown fields.
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, undefined)
    if (isTooComplex(text)) return done(new Refusal('malformed'))
    parse(request, text, (error, value) => (error ? done(new Refusal('malformed')) : done(null, value)))
  })
}

/**
 * Returns whether JSON text is nested deeper, or has more values, than a body may. Counts brackets and commas outside
 * strings before parsing, so that a deep body costs no stack and a long list no more than reading it.
 */
export function isTooComplex(
  json: string,
  { depth, values }: { depth: number; values: number } = {
    depth: serverLimits.jsonDepth,
    values: serverLimits.jsonValues,
  },
): boolean {
  let level = 0
  let found = 1
  let quoted = false
  for (let index = 0; index < json.length; index += 1) {
    const char = json[index]
    if (quoted) {
      if (char === '\\') index += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') {
      level += 1
      found += 1
      if (level > depth || found > values) return true
    } else if (char === '}' || char === ']') level -= 1
    else if (char === ',') {
      found += 1
      if (found > values) return true
    }
  }
  return false
}
