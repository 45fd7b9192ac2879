import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { fieldErrors } from '../../contract/messages/field-errors.ts'
import { refusals } from '../../contract/messages/refusals.ts'
import { successMessages } from '../../contract/messages/success-messages.ts'

/*
 * Finds unused messages. knip doesn't, as they are keys of objects.
 */

const root = resolve(import.meta.dirname, '../..')

/** Returns the names of messages that no `m.name` uses. */
function unusedMessages(names: readonly string[], code: string): string[] {
  const asked = new Set(Array.from(code.matchAll(/\bm\.(\w+)/g), ([, name]) => name))
  return names.filter((name) => !asked.has(name))
}

/** Returns the codes that no string literal equals. */
function unusedCodes(codes: readonly string[], code: string): string[] {
  const named = new Set(Array.from(code.matchAll(/(['"])(\w+)\1/g), ([, , text]) => text))
  return codes.filter((each) => !named.has(each))
}

const codeOfFile = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns the text of the files that match the patterns, without tests and generated files. */
function codeOf(...patterns: string[]): string {
  const files = globSync(patterns, { cwd: root, exclude: ['web/paraglide/**', '**/*.test.*'] })
  expect(files.length).toBeGreaterThan(10)
  return files.map(codeOfFile).join('\n')
}

test('every message is used somewhere, in both languages', () => {
  const files = globSync('web/messages/*.{en,th}.json', { cwd: root })
  const names = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8'))))
  expect(names.length).toBeGreaterThan(200)
  expect(unusedMessages(names, codeOf('web/**/*.{ts,tsx}'))).toEqual([])
})

test('every message has words in both languages', () => {
  const keysOf = (file: string) => Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()
  const files = globSync('web/messages/*.en.json', { cwd: root }).map((file) => join(root, file))
  expect(files.length).toBeGreaterThan(10)
  // The compiler takes the English words for a missing translation.
  for (const file of files) expect(keysOf(file.replace('.en.json', '.th.json')), file).toEqual(keysOf(file))
})

test('the prefix of a message’s key is used in one file only', () => {
  const files = globSync('web/messages/*.en.json', { cwd: root })
  const parts = files.flatMap((file) => {
    const names = Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')))
    return [...new Set(names.map((name) => name.split('_')[0]))]
  })
  expect(parts.length).toBeGreaterThan(10)
  expect(parts.filter((part, index) => parts.indexOf(part) !== index)).toEqual([])
})

test('every refusal, field error and success message is used somewhere', () => {
  const codes = [refusals, fieldErrors, successMessages].flatMap((words) => Object.keys(words))
  const definitions = [
    'refusals',
    'placing-refusals',
    'shop-refusals',
    'account-refusals',
    'call-refusals',
    'field-errors',
    'success-messages',
  ].map((file) => codeOfFile(`contract/messages/${file}.ts`))
  const all = codeOf('{contract,server,web}/**/*.{ts,tsx}')
  const code = definitions.reduce((rest, definition) => rest.replace(definition, ''), all)
  expect(unusedCodes(codes, code)).toEqual([])
  expect(all.length - code.length).toBe(definitions.join('').length)
})

test('finds an unused message, also if its name begins a longer one', () => {
  expect(unusedMessages(['cart_add', 'cart_add_all'], 'm.cart_add_all()')).toEqual(['cart_add'])
  expect(unusedCodes(['broken', 'not_found'], "refuse('not_found') // broken")).toEqual(['broken'])
})
