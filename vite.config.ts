import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const messages = paraglideVitePlugin({
  project: './web/messages/talad.inlang',
  outdir: './web/paraglide',
  emitTsDeclarations: true,
  // The language of a page is the server's decision: web/messages/messages.ts and web/entry.server.tsx say which it is.
  strategy: ['baseLocale'],
})

export default defineConfig(({ command }) => ({
  plugins: process.env.VITEST ? [messages] : [messages, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    // Of the icons, in one file of 1.3 MB, the pages show forty: built in, the server needn't load the others.
    ssr: { resolve: { noExternal: command === 'build' ? ['lucide-react'] : [] } },
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
                  test: /[\\/]web[\\/](shell[\\/](shell|failure-screen|page-meta)|catalog[\\/]product-grid)\.tsx?$/,
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
