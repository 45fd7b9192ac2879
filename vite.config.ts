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

// Each file costs a request, and time of the server and the browser. What several screens need is in these files, the
// rest comes with its screen. A module is in the first file that names it or needs it, so shared layers come first.
const groups = [
  { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  {
    name: 'shop',
    test: /[\\/]web[\\/](root|shell[\\/]shell|page[\\/](page-meta|failure-screen)|catalog[\\/]product-grid|product[\\/]category-picture)\.tsx?$/,
  },
  {
    name: 'ui',
    test: /[\\/](web[\\/](ui[\\/](?!dialog|menu|qr-code)|paraglide[\\/]messages[\\/]ui_)|contract[\\/]values[\\/])/,
    minShareCount: 2,
  },
  { name: 'product', test: /[\\/]web[\\/]product[\\/]/, minShareCount: 2 },
  { name: 'dialog', test: /[\\/](node_modules[\\/]@base-ui|web[\\/]ui[\\/]dialog)/, minShareCount: 7 },
  { name: 'menu', test: /[\\/]web[\\/]ui[\\/]menu/ },
  // Not the entry of a code, which few screens have.
  { name: 'client', test: /[\\/]web[\\/](client|messages|page|accounts)[\\/](?!code|use-code)/, minShareCount: 5 },
  {
    name: 'ordering',
    // Not dialogs, which load when they are opened, and not what draws a QR code.
    test: /[\\/](web[\\/](addresses|cart|checkout|client|orders)[\\/]|contract[\\/](pricing[\\/]|payments[\\/]payment))(?!.*(dialog|picture|promptpay))/,
    minShareCount: 2,
  },
  // Not the product form and the second factor: shoppers' screens would load this file for what those two import.
  { name: 'seller', test: /[\\/]web[\\/]seller[\\/](?!products|.*(second|passkey))/, minShareCount: 2 },
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
