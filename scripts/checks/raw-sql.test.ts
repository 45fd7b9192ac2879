import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

/*
 * Checks that statements which Kysely's builder says as shortly aren't written as raw SQL (decision 101).
 */

const root = resolve(import.meta.dirname, '../..')

/** Returns the statements that a source runs as raw SQL, with `$` for what is inserted into them. */
function rawStatements(source: string): string[] {
  const templates = source.matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`\s*(?:\.execute\(|:|\)\.execute\()/g)
  return Array.from(templates, ([, text = '']) =>
    text
      .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '$')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** The reasons for which a statement is raw SQL. */
const reasons = [
  // Words and operators of JSON that the builder says at greater length, or not at all.
  /\b(with|join|using|union|lateral|case|default|truncate|alter|lock table)\b|->|@>|<@/,
  // A second table, or none.
  /\bselect\b.*\bselect\b|^(insert|update|delete).*\bselect\b|^update.*\bfrom\b|^select (?!.*\bfrom\b)/,
  // A part in place of a table, columns or a condition.
  /\b(select|from|into|update|where|and|or|not|set|returning) \$/,
  // A function that the builder has no name for.
  /\b(?!(now|make_interval|count|any)\()\w+\(/,
]

const isSimple = (statement: string) =>
  /^(select|insert|update|delete)\b/.test(statement) && !reasons.some((reason) => reason.test(statement))

test('statements of one table without a reason for raw SQL are written with the builder', () => {
  const planted = `
    await sql\`delete from line_group where id = \${id}\`.execute(tx)
    const { rows } = await sql<{ id: string; name: string }>\`
      select id, name from seller where id = \${id} and seen_at < now() for update\`.execute(
      db,
    )
    await sql\`update delivery_window set taken = taken - 1 from shop_order where id = \${id}\`.execute(tx)
    await sql\`select from \${table} where id = \${id}\`.execute(tx)
    await sql\`select greatest(taken, 0) from delivery_window\`.execute(tx)`
  expect(rawStatements(planted).map(isSimple)).toEqual([true, true, false, false, false])

  const files = globSync(['server/**/*.ts', 'cli/**/*.ts', 'demo/**/*.ts'], { cwd: root, exclude: ['**/*.test.ts'] })
  const statements = files.flatMap((file) => {
    const source = readFileSync(resolve(root, file), 'utf8')
    return rawStatements(source).map((statement) => ({ file, statement }))
  })
  expect(statements.length).toBeGreaterThan(150)
  expect(statements.filter(({ statement }) => isSimple(statement))).toEqual([])
})
