import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { clipped, drawSprite, type Layer, type Sprite, shadowLayer } from './sprites.ts'

/*
 * Composes the pictures that belong to the shop's screens rather than to a product: the home page's hero, one for each
 * shelf, four for "why choose us". Their results are kept in web/pictures; run this again after changing a scene.
 */

const folder = path.join(import.meta.dirname, '..', 'web', 'pictures')

const hero: { width: number; height: number; sprites: Sprite[] } = {
  width: 1000,
  height: 640,
  sprites: [
    { emoji: '1f34d', x: 0.49, y: 0.225, size: 0.45, turn: -6 },
    { emoji: '1f34c', x: 0.785, y: 0.225, size: 0.33, turn: 6 },
    { emoji: '1f345', x: 0.185, y: 0.355, size: 0.34, turn: -4 },
    { emoji: '1f347', x: 0.855, y: 0.445, size: 0.275 },
    { emoji: '1f96c', x: 0.6, y: 0.435, size: 0.36 },
    { emoji: '1f951', x: 0.36, y: 0.475, size: 0.275, turn: -6 },
  ],
}

const shelves = {
  vegetables: '1f955',
  fruits: '1f34a',
  drinks: '1f9c3',
  instant: '1f35c',
  dairy: '1f9c0',
  bakery: '1f35e',
  grains: '1f33e',
}

const reasons = { delivery: '1f6f5', freshness: '1f331', prices: '1f3f7-fe0f', trusted: '2b50' }

const shade = { red: 34, green: 52, blue: 30 }

async function drawn(sprites: Sprite[], width: number, height: number): Promise<Sharp> {
  const layers: Layer[] = []
  for (const sprite of sprites) {
    const { picture, castShadow } = await drawSprite(sprite, width, shade)
    layers.push(shadowLayer(castShadow, width, height), picture)
  }
  const canvas = sharp({ create: { width, height, channels: 4, background: '#0000' } })
  return canvas.composite(await clipped(layers, width, height))
}

await mkdir(folder, { recursive: true })

/** Writes a picture as AVIF, and as WebP for the few browsers without. */
async function written(name: string, pixels: Buffer): Promise<void> {
  await writeFile(path.join(folder, `${name}.avif`), await sharp(pixels).avif({ quality: 62, effort: 7 }).toBuffer())
  await writeFile(
    path.join(folder, `${name}.webp`),
    await sharp(pixels).webp({ quality: 72, alphaQuality: 85, effort: 6, smartSubsample: true }).toBuffer(),
  )
}

const heroPixels = await (await drawn(hero.sprites, hero.width, hero.height)).png().toBuffer()
await written('hero', heroPixels)
// For phones, where the hero is at most 240 px wide, and most often 175.
await written('hero-640', await sharp(heroPixels).resize(640).png().toBuffer())
await written('hero-400', await sharp(heroPixels).resize(400).png().toBuffer())

for (const [prefix, set] of [
  ['category', shelves],
  ['why', reasons],
] as const)
  for (const [name, emoji] of Object.entries(set))
    await written(
      `${prefix}-${name}`,
      await (await drawn([{ emoji, x: 0.5, y: 0.47, size: 0.84 }], 256, 256)).png().toBuffer(),
    )
