import sharp from 'sharp'
import type { Pack } from './packs.ts'
import { drawSprite, paint, paintShadow, type Shade, type Sprite } from './sprites.ts'

/*
 * Product pictures for the demo catalogue: things on a softly lit plate in their shelf's tint, arranged as a
 * photographer would. What comes out goes through the same pipeline as a seller's photograph.
 */

/** How the things in a picture are arranged. `companion` shows another thing beside the product. */
export type Layout = 'single' | 'pair' | 'row' | 'pile' | 'heap' | 'close' | 'companion'

export type PictureRecipe = {
  /** File name, without its ending, in the emoji package. */
  emoji: string
  layout?: Layout
  /** For the layout `companion`. */
  companion?: string
  /** Degrees clockwise, for every piece alike. */
  turn?: number
  /** As in {@link Sprite}. */
  pack?: Pack
  wash?: string
  washFrom?: number
}

/** Colours of the shelves' plates, as the shop's screens have them. */
export const plates: Readonly<Record<string, string>> = {
  Vegetables: '#E4F3DB',
  Fruits: '#FFE6D9',
  Drinks: '#DDF0FA',
  Instant: '#FFEFC9',
  Dairy: '#EEE9FB',
  Bakery: '#FAE8D3',
  Grains: '#F3EDD3',
}

type Place = { x: number; y: number; size: number; turn?: number; flip?: boolean }

// Back to front. Pieces in front stand lower and larger.
const arrangements: Record<Exclude<Layout, 'companion'>, Place[]> = {
  single: [{ x: 0.5, y: 0.49, size: 0.66 }],
  pair: [
    { x: 0.635, y: 0.4, size: 0.46, turn: 8, flip: true },
    { x: 0.385, y: 0.565, size: 0.54, turn: -5 },
  ],
  row: [
    { x: 0.27, y: 0.445, size: 0.4, turn: -4 },
    { x: 0.73, y: 0.445, size: 0.4, turn: 4, flip: true },
    { x: 0.5, y: 0.545, size: 0.5 },
  ],
  pile: [
    { x: 0.505, y: 0.34, size: 0.4, turn: 6, flip: true },
    { x: 0.33, y: 0.57, size: 0.43, turn: -12 },
    { x: 0.655, y: 0.6, size: 0.45, turn: 10 },
  ],
  heap: [
    { x: 0.385, y: 0.37, size: 0.35, turn: -14, flip: true },
    { x: 0.63, y: 0.375, size: 0.35, turn: 16 },
    { x: 0.265, y: 0.575, size: 0.37, turn: -18 },
    { x: 0.74, y: 0.58, size: 0.37, turn: 16, flip: true },
    { x: 0.5, y: 0.6, size: 0.43, turn: 3 },
  ],
  close: [{ x: 0.56, y: 0.58, size: 1.12, turn: -8 }],
}

const withCompanion: { companion: Place; product: Place } = {
  companion: { x: 0.69, y: 0.43, size: 0.42, turn: 8 },
  product: { x: 0.405, y: 0.525, size: 0.56, turn: -3 },
}

/** Draws a product's picture, `size` pixels square, as an uncompressed PNG. */
export async function composePicture(recipe: PictureRecipe, plate: string, size = 1024): Promise<Buffer> {
  const shade = shadeOf(plate)
  const sprites = await Promise.all(spritesOf(recipe).map((sprite) => drawSprite(sprite, size, shade)))
  const pixels = Buffer.from(litPlate(plate, size))
  const canvas = { pixels, size }
  for (const { contactShadow } of sprites) if (contactShadow) paintShadow(canvas, contactShadow)
  // Back to front: the shadow of a piece falls on those behind it.
  for (const { castShadow, picture } of sprites) {
    paintShadow(canvas, castShadow)
    paint(canvas, picture)
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function spritesOf(recipe: PictureRecipe): Sprite[] {
  const { emoji, companion, pack, wash, washFrom } = recipe
  const placed = (place: Place): Sprite => ({
    emoji,
    pack,
    wash,
    washFrom,
    ...place,
    // A pack is narrow: it fills its square less than a fruit does.
    size: place.size * (pack ? 1.2 : 1),
    turn: (place.turn ?? 0) + (recipe.turn ?? 0),
  })
  if (recipe.layout !== 'companion') return arrangements[recipe.layout ?? 'single'].map(placed)
  if (!companion) throw new TypeError(`a picture of ${emoji} lacks its companion`)
  return [{ emoji: companion, ...withCompanion.companion }, placed(withCompanion.product)]
}

// A dark, warm cousin of the plate's own colour: grey shadows look like dirt.
function shadeOf(plate: string): Shade {
  const [red, green, blue] = channelsOf(plate)
  return { red: red * 0.3 + 8, green: green * 0.25, blue: blue * 0.24 }
}

function channelsOf(colour: string): [number, number, number] {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

const lit = new Map<string, Buffer>()

/** The plate: lighter where the lamp is, upper left, and a little deeper towards the lower edge. */
function litPlate(plate: string, size: number): Buffer {
  const key = `${plate} ${size}`
  const known = lit.get(key)
  if (known) return known
  const channels = channelsOf(plate)
  const pixels = Buffer.alloc(size * size * 3)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const away = Math.hypot(x / size - 0.4, y / size - 0.34)
      const light = Math.max(0, 1 - away / 0.62) ** 1.5 * 0.5
      const depth = 1 - Math.max(0, away - 0.35) ** 1.6 * 0.13
      const start = (y * size + x) * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const value = channels[channel] ?? 0
        pixels[start + channel] = (value + (255 - value) * light) * depth + 0.5
      }
    }
  lit.set(key, pixels)
  return pixels
}
