import { createContext } from 'react-router'
import type { ShopClient } from '../contract/client.ts'
import type { PageSettings } from '../contract/settings/page-settings.ts'
import type { Language } from '../contract/values/languages.ts'
import type { WebBuild } from '../server/pages/web-build.ts'

/** The smallest web app: one screen that returns its URL, in the language it was rendered in, and the shop's name. */
export function buildOf(renders: { count: number }): WebBuild {
  const pageLanguage = createContext<Language>()
  const shopApi = createContext<ShopClient>()
  let name = ''
  return {
    entry: {
      module: {
        shopApi,
        pageLanguage,
        setShop: (settings: PageSettings) => {
          name = settings.name
        },
        inLanguage: (_language: Language, work: () => unknown) => work(),
        default: async (
          request: Request,
          status: number,
          headers: Headers,
          _entry: unknown,
          context: { get: (key: unknown) => unknown },
        ) => {
          renders.count += 1
          headers.set('content-type', 'text/html')
          const html = `<html><script>hello()</script>${new URL(request.url).href} ${name} ${String(context.get(pageLanguage))}</html>`
          return new Response(html, { status, headers })
        },
      },
    },
    routes: { root: { id: 'root', path: '*', module: { default: () => null } } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as WebBuild
}
