import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { encode } from 'uqr'
import { slipText } from '../../server/payments/slip/slip-text.ts'

export type SlipPictureOptions = {
  /** Texts of QR codes; none draws a slip without one. */
  codes: string[]
  width?: number
  height?: number
  /** Pixels of one module of the code. */
  module?: number
  /** Degrees by which the whole picture is turned. */
  turned?: number
  /** Largest change of a pixel's brightness, 0 to 255. */
  noise?: number
}

/**
 * Returns a picture like a screenshot of a bank's app: bars, many short lines of text, a round logo, and QR codes at
 * the lower right. The caller encodes it.
 */
export async function slipPicture(options: SlipPictureOptions): Promise<Sharp> {
  const { codes, width = 1080, height = 1920, module = 5, turned = 0, noise = 0 } = options
  const lines = Array.from({ length: 40 }, (_, index) => {
    const y = height * (0.12 + index * 0.02)
    const words = `${'โอนเงินสำเร็จ Transfer completed 1,234.50 xxx-x-x7404-x '.repeat(2)}${index}`
    return `<text x="${width * 0.06}" y="${y}" font-size="${width * 0.022}" fill="#${index % 3 ? '333' : '0a7'}">${words}</text>`
  })
  const drawn = codes.map((text, index) => {
    const code = encode(text, { ecc: 'M', border: 0 })
    const side = (code.size + 8) * module
    const x = width * 0.94 - (index + 1) * side
    const y = height * 0.7
    const modules = code.data.flatMap((row, top) =>
      row.map((isDark, left) =>
        isDark ? `M${(left + 4) * module} ${(top + 4) * module}h${module}v${module}h-${module}z` : '',
      ),
    )
    return `<g transform="translate(${Math.round(x)} ${Math.round(y)})" shape-rendering="crispEdges">
      <rect width="${side}" height="${side}" fill="#fff"/><path d="${modules.join('')}" fill="#000"/></g>`
  })
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#eef3f8"/><rect width="100%" height="8%" fill="#4b2a84"/>
    <circle cx="50%" cy="9%" r="6%" fill="#f2b705"/><rect x="3%" y="11%" width="94%" height="86%" rx="20" fill="#fff" stroke="#999"/>
    ${lines.join('')}${drawn.join('')}</svg>`
  let picture = sharp(Buffer.from(page)).removeAlpha()
  if (turned !== 0)
    picture = sharp(await picture.png({ compressionLevel: 1 }).toBuffer()).rotate(turned, { background: '#8d8d8d' })
  if (noise === 0) return picture
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const random = randomBytes(data.length)
  for (let index = 0; index < data.length; index += 1)
    data[index] = Math.max(0, Math.min(255, (data[index] ?? 0) + (((random[index] ?? 0) / 255) * 2 - 1) * noise))
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels as 3 } })
}

/** Returns a picture of nothing but noise. */
export function noisePicture(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

/**
 * Returns a picture of a slip with this reference, of Kasikornbank unless given; without one, a picture without a code.
 */
export async function aSlip(reference?: string, bank = '004'): Promise<Buffer> {
  const codes = reference === undefined ? [] : [slipText(bank, reference)]
  return (await slipPicture({ codes, width: 360, height: 640 })).png().toBuffer()
}
