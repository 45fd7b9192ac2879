import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pageFonts } from '../../common/page-fonts.ts'
import type { App } from '../calls/calls.ts'

/** Serves the font's files. */
export function fontRoutes(app: App): void {
  const { resolve } = createRequire(import.meta.url)
  for (const [script, { path }] of Object.entries(pageFonts)) {
    const file = resolve(`@fontsource-variable/anuphan/files/anuphan-${script}-wght-normal.woff2`)
    app.get(path, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=86400')
      return reply.type('font/woff2').send(await readFile(file))
    })
  }
}
