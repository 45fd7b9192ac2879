import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawPack, type Pack } from './packs.ts'

/*
 * The raw material of every demo picture: Fluent 3D emoji (Microsoft, MIT), 256 px square with transparency. Here they
 * are enlarged, turned and given the shadows that make them stand on a table.
 */

const assets = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')),
  'assets',
)

/** Where the file of an emoji is: `emojiFile('1f96d')`. */
export function emojiFile(emoji: string): string {
  return path.join(assets, `${emoji}.webp`)
}

/** One emoji in a scene. Places and sizes are fractions of the canvas' width. */
export type Sprite = {
  emoji: string
  /** Where its centre is. */
  x: number
  y: number
  size: number
  /** Degrees clockwise. */
  turn?: number
  /** Mirrored left to right. */
  flip?: boolean
  /** Colours what is white in it and leaves the rest: `#f8c8d4` makes milk strawberry milk in the same glass. */
  wash?: string
  /** Puts the emoji on the label of a pack. */
  pack?: Pack
  /** Colours nothing above this fraction of the height: where a glass' empty part ends. */
  washFrom?: number
}

/** Pixels with opacity, and where they go on the canvas. */
export type Layer = { input: Buffer; raw: { width: number; height: number; channels: 4 }; left: number; top: number }
/** A shadow: opacities from 0 to 255, one for every `step` pixels of the canvas, in one colour. */
export type Shadow = {
  mask: Float32Array
  width: number
  height: number
  step: number
  left: number
  top: number
  shade: Shade
}
export type DrawnSprite = { picture: Layer; castShadow: Shadow; contactShadow: Shadow | undefined }

export type Shade = { red: number; green: number; blue: number }

const sources = new Map<string, Promise<Buffer>>()

function sourceOf(emoji: string): Promise<Buffer> {
  const known = sources.get(emoji)
  if (known) return known
  const read = readFile(emojiFile(emoji))
  sources.set(emoji, read)
  return read
}

const packed = new Map<string, Promise<Buffer>>()

/** The pack with its label, drawn once for all the pieces of a picture. */
function packedSourceOf({ pack, ...label }: Pick<Sprite, 'emoji' | 'wash' | 'washFrom'> & { pack: Pack }) {
  const key = JSON.stringify([pack, label])
  const known = packed.get(key)
  if (known) return known
  const drawn = colouredSourceOf({ ...label, x: 0, y: 0, size: 1 })
    .then((source) => source.png({ compressionLevel: 1 }).toBuffer())
    .then((emoji) => drawPack(pack, emoji))
  packed.set(key, drawn)
  return drawn
}

async function colouredSourceOf({ emoji, pack, wash, washFrom = 0 }: Sprite): Promise<Sharp> {
  if (pack) return sharp(await packedSourceOf({ emoji, pack, wash, washFrom }))
  const source = sharp(await sourceOf(emoji))
  if (!wash) return source
  const { data, info } = await source.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const shares = new Float32Array(width * height)
  for (let at = Math.round(washFrom * height) * width; at < shares.length; at += 1) {
    const [red, green, blue] = [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0]
    // White, and white in the shade, is what has little colour. The limits fit milk and rice, and spare glass and bowl.
    const colour = Math.max(red, green, blue) - Math.min(red, green, blue)
    shares[at] = Math.min(1, Math.max(0, (58 - colour) / 24))
  }
  // The source was compressed: without this, its noise would show as ragged edges.
  averageAlong(shares, height, width, width, 1, 2)
  averageAlong(shares, width, height, 1, width, 2)
  const factors = [1, 3, 5].map((at) => Number.parseInt(wash.slice(at, at + 2), 16) / 255)
  for (const [at, share] of shares.entries())
    for (const [channel, factor] of factors.entries())
      data[at * 4 + channel] = (data[at * 4 + channel] ?? 0) * (1 - share + factor * share)
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** Draws one sprite for a canvas of that many pixels; `shade` colours its shadows. */
export async function drawSprite(sprite: Sprite, canvas: number, shade: Shade): Promise<DrawnSprite> {
  const size = Math.round(sprite.size * canvas)
  const upright = await colouredSourceOf(sprite)
  const sized = upright
    .flop(sprite.flip ?? false)
    .resize(size, size, { kernel: 'lanczos3' })
    .ensureAlpha()
  const turned = sprite.turn ? await turnedBy(sized, sprite.turn, size) : sized
  // Enlarging softens edges; a little sharpening brings them back without halos.
  const crisp = size > 400 ? turned.sharpen() : turned
  const { data, info } = await crisp.raw().toBuffer({ resolveWithObject: true })
  const picture: Layer = {
    input: data,
    raw: { width: info.width, height: info.height, channels: 4 },
    left: Math.round(sprite.x * canvas - info.width / 2),
    top: Math.round(sprite.y * canvas - info.height / 2),
  }
  return {
    picture,
    castShadow: castShadowOf(picture, size, shade),
    contactShadow: contactShadowOf(picture, size, shade),
  }
}

// Turned with colours multiplied by their opacity, or the black of transparent pixels would seep into the edge.
async function turnedBy(upright: Sharp, degrees: number, size: number): Promise<Sharp> {
  const pixels = await upright.raw().toBuffer()
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = (pixels[at + 3] ?? 0) / 255
    for (let channel = at; channel < at + 3; channel += 1) pixels[channel] = (pixels[channel] ?? 0) * opacity
  }
  const { data, info } = await sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
    .rotate(degrees, { background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 4) {
    const opacity = (data[at + 3] ?? 0) / 255
    if (opacity > 0)
      for (let channel = at; channel < at + 3; channel += 1)
        data[channel] = Math.min(255, (data[channel] ?? 0) / opacity)
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
}

// The silhouette, blurred and moved down. Computed at a quarter of the size: a blur has no detail to lose.
function castShadowOf(picture: Layer, size: number, shade: Shade): Shadow {
  const step = 4
  const margin = Math.ceil((size * 0.2) / step)
  const width = Math.ceil(picture.raw.width / step) + 2 * margin
  const height = Math.ceil(picture.raw.height / step) + 2 * margin
  const mask = new Float32Array(width * height)
  for (let y = 0; y < picture.raw.height; y += step)
    for (let x = 0; x < picture.raw.width; x += step)
      mask[(y / step + margin) * width + x / step + margin] = picture.input[(y * picture.raw.width + x) * 4 + 3] ?? 0
  const radius = Math.max(1, Math.round((size * 0.045) / step))
  // Three passes of a plain average come close to a Gaussian.
  for (let pass = 0; pass < 3; pass += 1) {
    averageAlong(mask, height, width, width, 1, radius)
    averageAlong(mask, width, height, 1, width, radius)
  }
  return {
    mask: mask.map((value) => value * 0.4),
    width,
    height,
    step,
    left: picture.left - margin * step + Math.round(size * 0.01),
    top: picture.top - margin * step + Math.round(size * 0.06),
    shade,
  }
}

/** Replaces each value by the mean of its neighbours along one axis, in place. */
function averageAlong(values: Float32Array, lines: number, length: number, line: number, step: number, radius: number) {
  const before = new Float32Array(length)
  for (let at = 0; at < lines; at += 1) {
    for (let i = 0; i < length; i += 1) before[i] = values[at * line + i * step] ?? 0
    let sum = 0
    for (let i = -radius; i < length; i += 1) {
      sum += (before[i + radius] ?? 0) - (before[i - radius - 1] ?? 0)
      if (i >= 0) values[at * line + i * step] = sum / (2 * radius + 1)
    }
  }
}

/** A flat dark ellipse where the thing touches the table: without it, things float. */
function contactShadowOf(picture: Layer, size: number, shade: Shade): Shadow | undefined {
  const foot = footOf(picture)
  if (!foot) return undefined
  const radiusX = Math.max(4, ((foot.right - foot.left) / 2) * 1.12)
  const radiusY = Math.max(3, size * 0.045)
  const width = Math.ceil(radiusX * 2)
  const height = Math.ceil(radiusY * 2)
  const mask = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const away = Math.hypot((x + 0.5) / radiusX - 1, (y + 0.5) / radiusY - 1)
      if (away < 1) mask[y * width + x] = 112 * (1 - away * away) ** 1.6
    }
  return {
    mask,
    width,
    height,
    step: 1,
    left: Math.round(picture.left + (foot.left + foot.right) / 2 - radiusX),
    top: Math.round(picture.top + foot.bottom - radiusY * 1.15),
    shade,
  }
}

// The lowest tenth of the silhouette, in the sprite's own pixels.
function footOf(picture: Layer): { left: number; right: number; bottom: number } | undefined {
  const { width, height } = picture.raw
  const opaque = (x: number, y: number) => (picture.input[(y * width + x) * 4 + 3] ?? 0) > 128
  const rowHasAny = (y: number) => {
    for (let x = 0; x < width; x += 2) if (opaque(x, y)) return true
    return false
  }
  let bottom = height - 1
  while (bottom > 0 && !rowHasAny(bottom)) bottom -= 1
  if (bottom <= 0) return undefined
  let [left, right] = [width, 0]
  for (let y = Math.max(0, bottom - Math.round(height * 0.1)); y <= bottom; y += 2)
    for (let x = 0; x < width; x += 1)
      if (opaque(x, y)) {
        if (x < left) left = x
        if (x > right) right = x
      }
  return right > left ? { left, right, bottom } : undefined
}

/** A square canvas to paint on: opaque, three channels. */
export type Canvas = { pixels: Buffer; size: number }

/** Paints a layer, in place; what reaches beyond the canvas is cut. Several times as fast as a general compositor. */
export function paint({ pixels, size }: Canvas, { input, raw, left, top }: Layer): void {
  const [fromX, toX] = [Math.max(0, -left), Math.min(raw.width, size - left)]
  const [fromY, toY] = [Math.max(0, -top), Math.min(raw.height, size - top)]
  for (let y = fromY; y < toY; y += 1) {
    let from = (y * raw.width + fromX) * 4
    let to = ((y + top) * size + fromX + left) * 3
    for (let x = fromX; x < toX; x += 1, from += 4, to += 3) {
      const opacity = input[from + 3] as number
      if (opacity === 0) continue
      const rest = 255 - opacity
      for (let channel = 0; channel < 3; channel += 1)
        pixels[to + channel] =
          ((input[from + channel] as number) * opacity + (pixels[to + channel] as number) * rest + 127) / 255
    }
  }
}

/** Paints a shadow, in place. */
export function paintShadow({ pixels, size }: Canvas, shadow: Shadow): void {
  const { red, green, blue } = shadow.shade
  forEachShaded(shadow, size, size, (x, y, opacity) => {
    const at = (y * size + x) * 3
    const share = opacity / 255
    pixels[at] = (pixels[at] as number) * (1 - share) + red * share + 0.5
    pixels[at + 1] = (pixels[at + 1] as number) * (1 - share) + green * share + 0.5
    pixels[at + 2] = (pixels[at + 2] as number) * (1 - share) + blue * share + 0.5
  })
}

/** A shadow as a layer of a canvas of that size, for compositors that know only pictures. */
export function shadowLayer(shadow: Shadow, width: number, height: number): Layer {
  const input = Buffer.alloc(width * height * 4)
  const { red, green, blue } = shadow.shade
  forEachShaded(shadow, width, height, (x, y, opacity) => {
    const at = (y * width + x) * 4
    input[at] = red
    input[at + 1] = green
    input[at + 2] = blue
    input[at + 3] = opacity + 0.5
  })
  return { input, raw: { width, height, channels: 4 }, left: 0, top: 0 }
}

/** Visits the canvas' pixels that the shadow reaches, with its opacity there, smoothly between its own coarser ones. */
function forEachShaded(
  { mask, width, height, step, left, top }: Shadow,
  canvasWidth: number,
  canvasHeight: number,
  visit: (x: number, y: number, opacity: number) => void,
): void {
  const [fromX, toX] = [Math.max(0, left), Math.min(canvasWidth, left + (width - 1) * step)]
  const [fromY, toY] = [Math.max(0, top), Math.min(canvasHeight, top + (height - 1) * step)]
  for (let y = fromY; y < toY; y += 1) {
    const row = Math.floor((y - top) / step)
    const down = (y - top) / step - row
    for (let x = fromX; x < toX; x += 1) {
      const column = Math.floor((x - left) / step)
      const across = (x - left) / step - column
      const at = row * width + column
      const upper = (mask[at] as number) * (1 - across) + (mask[at + 1] as number) * across
      const lower = (mask[at + width] as number) * (1 - across) + (mask[at + width + 1] as number) * across
      const opacity = upper * (1 - down) + lower * down
      if (opacity >= 0.5) visit(x, y, opacity)
    }
  }
}

/** Cuts layers to the canvas, which composite demands: nothing may reach beyond it. */
export async function clipped(layers: readonly Layer[], width: number, height: number): Promise<Layer[]> {
  const inside: Layer[] = []
  for (const layer of layers) {
    const left = Math.max(0, layer.left)
    const top = Math.max(0, layer.top)
    const right = Math.min(width, layer.left + layer.raw.width)
    const bottom = Math.min(height, layer.top + layer.raw.height)
    if (right <= left || bottom <= top) continue
    const whole = right - left === layer.raw.width && bottom - top === layer.raw.height
    const input = whole
      ? layer.input
      : await sharp(layer.input, { raw: layer.raw })
          .extract({ left: left - layer.left, top: top - layer.top, width: right - left, height: bottom - top })
          .raw()
          .toBuffer()
    inside.push({ input, raw: { width: right - left, height: bottom - top, channels: 4 }, left, top })
  }
  return inside
}
