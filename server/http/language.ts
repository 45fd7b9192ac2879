import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '../../contract/shop.ts'

/** The language that a caller's messages come in: the first of `accept-language` that the shop speaks, else English. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  return spokenIn(request.headers['accept-language'])
}

/** The language of a page: the address's `?lang=`, then the visitor's kept choice, then what the browser asks for. */
export function pageLanguageOf(headers: FastifyRequest['headers'], query: URLSearchParams | undefined): Language {
  const asked = query?.get('lang')
  if (isLanguage(asked)) return asked
  const kept = /(?:^|;\s*)language=(en|th)(?:;|$)/.exec(headers.cookie ?? '')?.[1]
  return isLanguage(kept) ? kept : spokenIn(headers['accept-language'])
}

function spokenIn(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    if (isLanguage(tag)) return tag
  }
  return 'en'
}
