import type { FastifyRequest } from 'fastify'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { isLanguage, type Language } from '../../../contract/values/languages.ts'

/** Returns the language of a caller's messages: what `accept-language` prefers of the shop's, else English. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  return firstKnownLanguage(request.headers['accept-language']) ?? 'en'
}

/**
 * Returns the language of a page: of `?lang=`, else of the visitor's cookie, else what the browser prefers, else the
 * shop's default.
 */
export function pageLanguageOf(
  headers: FastifyRequest['headers'],
  query: URLSearchParams | undefined,
  { defaultLanguage = 'en' }: Pick<ShopConfig, 'defaultLanguage'>,
): Language {
  const wanted = query?.get('lang')
  if (isLanguage(wanted)) return wanted
  const saved = /(?:^|;\s*)language=(en|th)(?:;|$)/.exec(headers.cookie ?? '')?.[1]
  return isLanguage(saved) ? saved : (firstKnownLanguage(headers['accept-language']) ?? defaultLanguage)
}

/**
 * Returns the language of a file that people download: of `?lang=`, else of the caller's cookie, else what the client
 * prefers, else English, for a client that reads it by machine.
 */
export function fileLanguageOf(request: Pick<FastifyRequest, 'headers' | 'url'>): Language {
  return pageLanguageOf(request.headers, new URLSearchParams(request.url.split('?')[1]), { defaultLanguage: 'en' })
}

/** The language of the shop with the highest weight (RFC 9110, 12.5.4); of equal ones the first. */
function firstKnownLanguage(acceptLanguage: string | undefined): Language | undefined {
  let best: { language: Language | undefined; weight: number } = { language: undefined, weight: 0 }
  // Browsers send a handful.
  for (const range of (acceptLanguage ?? '').split(',', 50)) {
    const [tag = '', parameter = 'q=1'] = range.toLowerCase().split(';', 2)
    const language = tag.trim().split('-', 1)[0]
    const weight = Number(parameter.trim().replace('q=', ''))
    if (isLanguage(language) && weight > best.weight) best = { language, weight }
  }
  return best.language
}
