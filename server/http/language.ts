import type { FastifyRequest } from 'fastify'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { isLanguage, type Language } from '../../contract/values/languages.ts'

/** Returns the language of a caller's messages: the first of `accept-language` that the shop has, else English. */
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

function firstKnownLanguage(acceptLanguage: string | undefined): Language | undefined {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    if (isLanguage(tag)) return tag
  }
  return undefined
}
