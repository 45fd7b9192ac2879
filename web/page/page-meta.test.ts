import { expect, onTestFinished, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { originOf, pageMeta } from './page-meta.ts'

const page = { title: 'Fruits', path: '/products/fruits', search: '', origin: 'https://talad.example' }
const linksOf = (meta: ReturnType<typeof pageMeta>) =>
  meta.flatMap((each) => ('tagName' in each && each.tagName === 'link' ? [[each.rel, each.hrefLang, each.href]] : []))

test('a page has its canonical URL and those in both languages', () => {
  expect(linksOf(pageMeta(page))).toEqual([
    ['canonical', undefined, 'https://talad.example/products/fruits'],
    ['alternate', 'en', 'https://talad.example/products/fruits?lang=en'],
    ['alternate', 'th', 'https://talad.example/products/fruits?lang=th'],
    ['alternate', 'x-default', 'https://talad.example/products/fruits'],
  ])
})

test('a page asked for in a language is its own original, without the rest of the query', () => {
  const [canonical] = linksOf(pageMeta({ ...page, search: '?lang=th&utm_source=mail' }))
  expect(canonical).toEqual(['canonical', undefined, 'https://talad.example/products/fruits?lang=th'])
})

test('searches are excluded from search engines', () => {
  const meta = pageMeta({ ...page, unlisted: true })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(linksOf(meta)).toHaveLength(1)
})

test('without an origin there are no URLs', () => {
  expect(linksOf(pageMeta({ ...page, origin: originOf([{ loaderData: null }, undefined]) }))).toEqual([])
})

test('a Thai page names the shop by its Thai name', () => {
  const siteName = () => pageMeta(page).find((each) => 'property' in each && each.property === 'og:site_name')
  expect(siteName()).toMatchObject({ content: 'Talad' })
  overwriteGetLocale(() => 'th')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  expect(siteName()).toMatchObject({ content: 'ตลาด' })
})
