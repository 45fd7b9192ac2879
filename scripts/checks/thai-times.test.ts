import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Returns the lines in which the `น.` of a time (“06:00 น.”) can be wrapped to the next line. */
function wrappingTimes(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => (line.includes(' น.') ? [`${file}:${index + 1}`] : []))
}

test('a Thai time is never wrapped before its น., which a no-break space precedes', () => {
  const files = globSync(['web/messages/*.th.json', '{contract,server,web}/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['web/paraglide/**', '**/*.test.*'],
  })
  expect(files.length).toBeGreaterThan(800)
  expect(files.flatMap((file) => wrappingTimes(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  expect(wrappingTimes('a.json', '"ภายใน {time} น."\n"ภายใน {time}\\u00a0น."')).toEqual(['a.json:1'])
})
