import type { RouterContext, ServerBuild } from 'react-router'
import type { Client } from '../../contract/client.ts'
import type { Language } from '../../contract/shop.ts'

/** The built web app, with what its server entry hands out so that the server can render for a visitor. */
export type WebBuild = ServerBuild & {
  entry: {
    module: {
      shopApi: RouterContext<Client>
      pageLanguage: RouterContext<Language>
      /** Runs `work` with every message in one language, however many renders run at once. */
      inLanguage: <T>(language: Language, work: () => T) => T
    }
  }
}
