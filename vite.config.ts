import { join } from 'node:path'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import { minify } from '@swc/core'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin } from 'vite'

const messages = paraglideVitePlugin({
  project: './web/messages/talad.inlang',
  outdir: './web/paraglide',
  emitTsDeclarations: true,
  // The language of a page is the server's decision: web/messages/messages.ts and web/entry.server.tsx say which it is.
  strategy: ['baseLocale'],
})

/** In the browser the words' functions ask the page for its language, not paraglide's whole runtime. */
const pageLanguage: Plugin = {
  name: 'page-language',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /runtime\.js$/ },
    handler: (id, importer) =>
      /[\\/]web[\\/](paraglide|messages)[\\/]/.test(importer ?? '') && id.endsWith('runtime.js')
        ? normalizePath(join(import.meta.dirname, 'web/messages/page-language.ts'))
        : undefined,
  },
}

/**
 * A screen whose script doesn't come is a screen that fails: web/shell/failure-screen.tsx says so. React Router would load
 * the page anew, and without a connection the browser shows its own page then. Its navigation waits for ever when the
 * script's promise fails, so the failure is the screen's.
 */
const lostScreens: Plugin = {
  name: 'lost-screens',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /[\\/]react-router[\\/].*[\\/]routeModules\.js$/ },
    handler(code) {
      const reloading =
        /(?<=catch \(error\) \{)[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/
      if (!reloading.test(code)) this.error('React Router answers a screen that does not come in another way by now.')
      return {
        code: code.replace(
          reloading,
          'const lost = () => { throw error }; return { default: lost, clientLoader: lost }',
        ),
        map: null,
      }
    },
  },
}

/**
 * The browser's files are made small a second time, by swc after oxc: docs/decisions/021 has the numbers. It comes after
 * the names, which tell what went in; so another version of swc may give a name other bytes, but no other meaning.
 */
const smaller: Plugin = {
  name: 'smaller',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler: async (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const { code } = await minify(file.code, {
          module: true,
          compress: { ecma: 2022, passes: 3, keep_fargs: false },
          mangle: true,
          format: { comments: false },
        })
        file.code = code
      }
    },
  },
}

/** Puts Kysely's 260 small files, which take a sixth of a start to read, into one: scripts/whole-kysely.mjs has it used. */
const wholeKysely: Plugin = {
  name: 'whole-kysely',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    this.emitFile({ type: 'chunk', id: 'kysely', fileName: 'kysely.js', preserveSignature: 'strict' })
  },
}

export default defineConfig(({ command }) => ({
  plugins: process.env.VITEST
    ? [messages]
    : [pageLanguage, messages, tailwindcss(), reactRouter(), lostScreens, smaller, wholeKysely],
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    ssr: { resolve: { noExternal: command === 'build' ? ['kysely'] : [] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Few files compress better than many: what every screen needs is two, the rest comes with its screen.
              groups: [
                {
                  name: 'framework',
                  test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 2,
                },
                {
                  name: 'shop',
                  test: /[\\/]web[\\/](root|shell[\\/](shell|failure-screen|page-meta)|catalog[\\/]product-grid)\.tsx?$/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
}))
