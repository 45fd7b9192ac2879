import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import type { Language } from '../contract/shop.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'

export { pageLanguage, shopApi } from './page/loader-api.ts'

const language = new AsyncLocalStorage<Language>()
overwriteGetLocale(() => language.getStore() ?? 'en')

/** Runs `work` with every message in one language, however many pages are being made at once. */
export function inLanguage<T>(spoken: Language, work: () => T): T {
  return language.run(spoken, work)
}

/** Makes the whole page before answering: it is kept and sent to many, so nothing is gained by sending it in parts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const page = new PassThrough()
  let fault: unknown
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      // Large parts would otherwise be sent after the page and put in place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(page)
        resolve()
      },
      onShellError: reject,
      onError(error) {
        fault ??= error
      },
    })
  })
  const html = await text(page)
  if (fault) throw fault
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(scriptsLast(html), { status, headers })
}

/**
 * Scripts after everything that can be seen. A browser opens six connections to a shop without HTTP/2, and asks in the
 * order of the page: named in its head, fifteen scripts come before the style sheet and the first pictures.
 */
function scriptsLast(html: string): string {
  let later = ''
  const without = html.replace(scriptPreload, (link) => {
    later += link.replace('<link ', '<link fetchpriority="low" ')
    return ''
  })
  return without.replace('</body>', () => `${later}</body>`)
}

const scriptPreload = /<link rel="modulepreload"[^<>]*>/g
