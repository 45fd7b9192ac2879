import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'

/*
 * Measures the files that a browser loads before a screen is interactive, from the built web app. Run as a command it
 * checks the home page against its budget, and that no shopper's screen loads the seller's code.
 */

/** Bytes. Fonts are already compressed. */
export type Size = { raw: number; gzip: number; br: number }
export type Weight = { script: Size; style: Size; fonts: number }

/** Bytes of the home page: its script gzipped; its style sheet gzipped plus its fonts. */
export const budget = { script: 130_000, styleAndFonts: 80_000 }

const root = resolve(import.meta.dirname, '../..')

/** Returns the weights of the screens of a build, by the name of their route. */
export async function weightsOf(buildFolder: string): Promise<Map<string, Weight>> {
  const assets = await assetsOf(buildFolder)
  const sizes = new Map<string, Size>()
  const sizeOf = (url: string): Size => {
    const known = sizes.get(url)
    if (known) return known
    const bytes = readFileSync(join(buildFolder, 'client', url))
    const size = { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, br: brotliCompressSync(bytes).length }
    sizes.set(url, size)
    return size
  }
  // Every screen loads all style sheets and fonts.
  const shared = readdirSync(join(buildFolder, 'client/assets')).map((name) => `/assets/${name}`)
  const styles = shared.filter((url) => url.endsWith('.css'))
  const fonts = shared.filter((url) => url.endsWith('.woff2'))
  if (styles.length === 0 || fonts.length === 0) throw new Error(`${buildFolder} has no style sheet or no fonts.`)
  const everywhere = { style: sum(styles.map(sizeOf)), fonts: sum(fonts.map(sizeOf)).raw }

  return new Map(
    Object.keys(assets.routes).map((name) => [
      name,
      { script: sum(scriptsOf(assets, name).map(sizeOf)), ...everywhere },
    ]),
  )
}

/**
 * Returns the shopper's screens that load a script of the seller's. The files that vite.config.ts names are loaded
 * whole: one module that both areas need, and that isn't in an earlier file, is enough.
 */
async function shoppersWithSellerScripts(buildFolder: string): Promise<string[]> {
  const assets = await assetsOf(buildFolder)
  return Object.keys(assets.routes).filter(
    (name) => !name.startsWith('seller/') && scriptsOf(assets, name).some((url) => url.startsWith('/assets/seller-')),
  )
}

async function assetsOf(buildFolder: string): Promise<ServerBuild['assets']> {
  return ((await import(pathToFileURL(join(buildFolder, 'server/index.js')).href)) as ServerBuild).assets
}

/** Returns the scripts of a screen and of its layouts, each once. */
function scriptsOf(assets: ServerBuild['assets'], name: string): string[] {
  const parts: { module: string; imports?: string[] }[] = [assets.entry]
  for (
    let route = assets.routes[name];
    route;
    route = route.parentId === undefined ? undefined : assets.routes[route.parentId]
  )
    parts.push(route)
  return [...new Set([assets.url, ...parts.flatMap(({ module, imports = [] }) => [module, ...imports])])]
}

function sum(sizes: readonly Size[]): Size {
  const total = { raw: 0, gzip: 0, br: 0 }
  for (const { raw, gzip, br } of sizes) {
    total.raw += raw
    total.gzip += gzip
    total.br += br
  }
  return total
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const home = (await weightsOf(join(root, 'build'))).get('catalog/home')
  if (!home) throw new Error('There is no build, or no home page in it.')
  const weighed = { script: home.script.gzip, styleAndFonts: home.style.gzip + home.fonts }
  for (const [name, bytes] of Object.entries(weighed) as [keyof typeof budget, number][]) {
    const over = bytes > budget[name]
    process.stdout.write(`The home page's ${name}: ${bytes} bytes of ${budget[name]}${over ? ', TOO MUCH' : ''}\n`)
    if (over) process.exitCode = 1
  }
  const leaked = await shoppersWithSellerScripts(join(root, 'build'))
  if (leaked.length > 0) {
    process.stdout.write(`Shoppers' screens that load the seller's scripts: ${leaked.join(', ')}\n`)
    process.exitCode = 1
  }
}
