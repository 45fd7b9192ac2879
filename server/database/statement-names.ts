import { sql } from 'kysely'

const mark = '/* prepared */'

/**
 * Marks a statement that PostgreSQL parses and plans once per connection; written directly after its first keyword, or
 * with Kysely's builder at its end. For statements of every order, search or signed-in request with one best plan for
 * all values; not if a `limit` is a parameter.
 */
export const prepared = sql.raw(mark)

/** The names by statement. There are only a few of them. */
const names = new Map<string, string>()

/**
 * Returns a name for a marked statement, the same each time; undefined without the mark. Kysely can't name statements
 * itself.
 */
export function statementName(text: string): string | undefined {
  if (!text.includes(mark)) return undefined
  const known = names.get(text)
  if (known) return known
  const name = `prepared ${names.size + 1}`
  names.set(text, name)
  return name
}
