import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Texts } from '../../contract/values/fill-text.ts'
import { isLanguage, type Language } from '../../contract/values/languages.ts'
import { nameIn } from '../domain/name-in.ts'
import type { App } from '../http/calls/calls.ts'
import { languageOf } from '../http/request/language.ts'

const folder = join(import.meta.dirname, 'files')

/** The files of the app by name, with their media types. They were drawn once from web/shell/icon.svg. */
const files = {
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'maskable-512.png': 'image/png',
  'badge-96.png': 'image/png',
  'push-worker.js': 'text/javascript; charset=utf-8',
} as const

const areaNames: Texts = { en: 'Seller area', th: 'หลังร้าน' }

/** The page's colour in web/tokens.css. */
const paper = '#fbfaf6'

/**
 * The seller's area as an app that phones and computers install: its manifest, icons, and the service worker that shows
 * pushed notices. The shopper's pages link to none of it.
 */
export function sellerAppRoutes(app: App, { shop }: { shop: Pick<ShopConfig, 'name' | 'nameTh'> }): void {
  app.get('/seller/app.webmanifest', async (request, reply) => {
    const { lang } = request.query as { lang?: unknown }
    // Browsers request a manifest without cookies.
    const language = isLanguage(lang) ? lang : languageOf(request)
    reply.header('cache-control', 'public, max-age=3600').type('application/manifest+json; charset=utf-8')
    return JSON.stringify(manifestOf(shop, language))
  })
  for (const [name, type] of Object.entries(files))
    app.get(`/seller/${name}`, async (_request, reply) => {
      // A worker is checked at each use, so that a new version replaces the installed one.
      reply.header('cache-control', name.endsWith('.js') ? 'no-cache' : 'public, max-age=86400')
      return reply.type(type).send(await readFile(join(folder, name)))
    })
}

/** Returns the web app manifest, named after the shop, whose scope is the seller's area. */
function manifestOf(shop: Pick<ShopConfig, 'name' | 'nameTh'>, language: Language) {
  const name = nameIn(language, shop)
  const icon = (file: keyof typeof files, size: number, purpose: string) => ({
    src: `/seller/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    // The same app in both languages.
    id: '/seller',
    name: `${name} · ${areaNames[language]}`,
    short_name: name,
    lang: language,
    start_url: '/seller/orders',
    scope: '/seller',
    display: 'standalone',
    theme_color: paper,
    background_color: paper,
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('maskable-512.png', 512, 'maskable'),
    ],
  }
}
