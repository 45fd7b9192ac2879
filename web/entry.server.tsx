import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { pictureOfWidth } from '../contract/catalog/pictures.ts'
import type { PageSettings } from '../contract/settings/page-settings.ts'
import type { Language } from '../contract/values/languages.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { withPictures } from './product/shown-categories.ts'
import earlyPresses from './shell/early-presses-script.js?raw'
import { setShop as setShownShop } from './shop.ts'

export { pageLanguage, shopApi } from './page/loader-api.ts'

/** Replaces the settings that pages show. */
export function setShop(settings: PageSettings): void {
  const { logo, ...rest } = settings
  const shown = logo && pictureOfWidth(logo, 320)?.webp
  setShownShop({ ...rest, ...(shown && { logo: shown }), categories: withPictures(settings.categories) })
}

const language = new AsyncLocalStorage<Language>()
overwriteGetLocale(() => language.getStore() ?? 'en')

/** Runs `work` with every message in one language, also during concurrent renders. */
export function inLanguage<T>(spoken: Language, work: () => T): T {
  return language.run(spoken, work)
}

/** Renders the whole page before responding: it is cached for many requests, so streaming gains nothing. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const page = new PassThrough()
  let failure: unknown
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      // Otherwise large parts would be sent at the end and moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(page)
        resolve()
      },
      onShellError: reject,
      onError(error) {
        failure ??= error
      },
    })
  })
  const html = await text(page)
  if (failure) throw failure
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(withEarlyPresses(scriptsLast(html)), { status, headers })
}

/**
 * Moves script preloads to the end of the page. Without HTTP/2 a browser opens six connections and requests in the
 * order of the page: in its head, fifteen scripts would come before the style sheet and the first pictures.
 */
function scriptsLast(html: string): string {
  let later = ''
  const without = html.replace(scriptPreload, (link) => {
    later += link.replace('<link ', '<link fetchpriority="low" ')
    return ''
  })
  return without.replace('</body>', () => `${later}</body>`)
}

/**
 * Adds the script that holds presses until hydration (shell/early-presses.ts). After the style sheet, before which no
 * button is visible, and after the scripts that React renders into the head, whose places it would take in hydration.
 */
function withEarlyPresses(html: string): string {
  return html.replace('</head>', () => `<script>${earlyPresses}</script></head>`)
}

const scriptPreload = /<link rel="modulepreload"[^<>]*>/g
