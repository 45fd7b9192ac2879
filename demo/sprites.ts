import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'

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
}

/** Layers for sharp's composite: the sprite and what lies under it, all in the canvas' pixels. */
export type Layer = { input: Buffer; raw: { width: number; height: number; channels: 4 }; left: number; top: number }
export type DrawnSprite = { picture: Layer; castShadow: Layer; contactShadow: Layer | undefined }

export type Shade = { red: number; green: number; blue: number }

const sources = new Map<string, Promise<Buffer>>()

function sourceOf(emoji: string): Promise<Buffer> {
  const known = sources.get(emoji)
  if (known) return known
  const read = readFile(emojiFile(emoji))
  sources.set(emoji, read)
  return read
}

/** Draws one sprite for a canvas of that many pixels; `shade` colours its shadows. */
export async function drawSprite(sprite: Sprite, canvas: number, shade: Shade): Promise<DrawnSprite> {
  const size = Math.round(sprite.size * canvas)
  const upright = sharp(await sourceOf(sprite.emoji)).flop(sprite.flip ?? false)
  const sized = upright.resize(size, size, { kernel: 'lanczos3' }).ensureAlpha()
  const turned = sprite.turn ? await turnedBy(sized, sprite.turn, size) : sized
  // Enlarging softens edges; a little sharpening brings them back without halos.
  const crisp = size > 400 ? turned.sharpen({ sigma: size / 500, m1: 0.3, m2: 0.5 }) : turned
  const { data, info } = await crisp.raw().toBuffer({ resolveWithObject: true })
  const picture: Layer = {
    input: data,
    raw: { width: info.width, height: info.height, channels: 4 },
    left: Math.round(sprite.x * canvas - info.width / 2),
    top: Math.round(sprite.y * canvas - info.height / 2),
  }
  return {
    picture,
    castShadow: await castShadowOf(picture, size, shade),
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
async function castShadowOf(picture: Layer, size: number, shade: Shade): Promise<Layer> {
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
  const input = await sharp(
    tinted(
      mask.map((value) => value * 0.4),
      shade,
    ),
    { raw: { width, height, channels: 4 } },
  )
    .resize(width * step, height * step, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return {
    input,
    raw: { width: width * step, height: height * step, channels: 4 },
    left: picture.left - margin * step + Math.round(size * 0.01),
    top: picture.top - margin * step + Math.round(size * 0.06),
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
function contactShadowOf(picture: Layer, size: number, shade: Shade): Layer | undefined {
  const foot = footOf(picture)
  if (!foot) return undefined
  const radiusX = Math.max(4, ((foot.right - foot.left) / 2) * 1.12)
  const radiusY = Math.max(3, size * 0.045)
  const width = Math.ceil(radiusX * 2)
  const height = Math.ceil(radiusY * 2)
  const mask = Buffer.alloc(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const away = Math.hypot((x + 0.5) / radiusX - 1, (y + 0.5) / radiusY - 1)
      if (away < 1) mask[y * width + x] = Math.round(112 * (1 - away * away) ** 1.6)
    }
  return {
    input: tinted(mask, shade),
    raw: { width, height, channels: 4 },
    left: Math.round(picture.left + (foot.left + foot.right) / 2 - radiusX),
    top: Math.round(picture.top + foot.bottom - radiusY * 1.15),
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

function tinted(mask: ArrayLike<number>, { red, green, blue }: Shade): Buffer {
  const pixels = Buffer.alloc(mask.length * 4)
  for (let at = 0; at < mask.length; at += 1) {
    pixels[at * 4] = red
    pixels[at * 4 + 1] = green
    pixels[at * 4 + 2] = blue
    pixels[at * 4 + 3] = mask[at] ?? 0
  }
  return pixels
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
