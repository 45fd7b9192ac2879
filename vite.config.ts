import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const messages = paraglideVitePlugin({
  project: './web/messages/talad.inlang',
  outdir: './web/paraglide',
  // The language of a page is the server's decision: web/entry.server.tsx and web/entry.client.tsx say which it is.
  strategy: ['baseLocale'],
})

// Few files compress better than many: what every screen needs is two, the rest comes with its screen.
const groups = [
  {
    name: 'framework',
    test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    priority: 2,
  },
  {
    name: 'shop',
    test: /[\\/]web[\\/](root|shell[\\/]shell|page[\\/](page-meta|failure-screen)|catalog[\\/]product-grid|product[\\/]category-picture)\.tsx?$/,
    priority: 1,
  },
]

export default defineConfig({
  plugins: [messages, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2022', modulePreload: false },
  // The server loads one file instead of the library's three hundred: a fifth of its start.
  ssr: { noExternal: [/^@base-ui\//] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
