import type { RouterContext, ServerBuild } from 'react-router'
import type { ShopClient } from '../../contract/client.ts'
import type { PageSettings } from '../../contract/settings/page-settings.ts'
import type { Language } from '../../contract/values/languages.ts'

/** The built web app, with the exports of its server entry that the server needs to render a page. */
export type WebBuild = ServerBuild & {
  entry: {
    module: {
      shopApi: RouterContext<ShopClient>
      pageLanguage: RouterContext<Language>
      /** Replaces the shop's settings for all pages rendered later. */
      setShop: (settings: PageSettings) => void
      /** Runs `work` with all messages in one language, independent of concurrent renders. */
      inLanguage: <T>(language: Language, work: () => T) => T
    }
  }
}
