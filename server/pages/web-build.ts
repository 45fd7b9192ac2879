import type { RouterContext, ServerBuild } from 'react-router'
import type { Client } from '../../contract/client.ts'
import type { Language } from '../../contract/shop.ts'

/** The built web app, with the exports of its server entry that the server needs to render a page. */
export type WebBuild = ServerBuild & {
  entry: {
    module: {
      shopApi: RouterContext<Client>
      pageLanguage: RouterContext<Language>
      /** Runs `work` with all messages in one language, independent of concurrent renders. */
      inLanguage: <T>(language: Language, work: () => T) => T
    }
  }
}
