import { expect, test } from 'vitest'
import { fileLanguageOf, languageOf, pageLanguageOf } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['th', 'th'],
  ['TH-th, en;q=0.8', 'th'],
  ['fr, th;q=0.5, en;q=0.4', 'th'],
  // The order doesn't count, only the weights do.
  ['th;q=0.1, en', 'en'],
  ['en;q=0.4,th;q=0.9', 'th'],
  ['th ; q=0.3 , en ; q=0.2', 'th'],
  // Zero means "not acceptable".
  ['th;q=0', 'en'],
  ['en;q=0, th;q=0.1', 'th'],
  // Middle English and the Tharaka language are others.
  ['enm, th;q=0.5', 'th'],
  ['thk, fr', 'en'],
  ['*', 'en'],
  ['th;q=much, en;q=0.5', 'en'],
  [`${'x,'.repeat(5000)}th`, 'en'],
])('accept-language %j asks for messages in %s', (header, expected) => {
  expect(languageOf({ headers: { 'accept-language': header } })).toBe(expected)
})

test('a page has the language of its address, then of the cookie, then of the browser, then of the shop', () => {
  const thai = { defaultLanguage: 'th' } as const
  const query = new URLSearchParams('lang=en')
  const cookie = { cookie: 'a=1; language=en', 'accept-language': 'th' }
  expect(pageLanguageOf({ cookie: 'language=th', 'accept-language': 'th' }, query, thai)).toBe('en')
  expect(pageLanguageOf(cookie, new URLSearchParams('lang=fr'), thai)).toBe('en')
  expect(pageLanguageOf({ cookie: 'language=fr', 'accept-language': 'fr, en;q=0.1' }, undefined, thai)).toBe('en')
  expect(pageLanguageOf({}, undefined, thai)).toBe('th')
})

test('a file without any preference is in English', () => {
  expect(fileLanguageOf({ headers: {}, url: '/a.csv' })).toBe('en')
  expect(fileLanguageOf({ headers: { cookie: 'language=en' }, url: '/a.csv?lang=th' })).toBe('th')
})
