import { type Code, codeOf } from '../../ui/qr-code.tsx'

/** The texts in the picture, by which it can be recognised in a phone's gallery. */
export type PictureTexts = { shop: string; amount: string; receiver: string }

/** The size of the picture in pixels, which a phone shows sharply. */
export const pictureSize = { width: 1080, height: 1350 }

type Context = Pick<CanvasRenderingContext2D, 'fillRect' | 'fillText' | 'measureText'> & {
  font: string
  fillStyle: CanvasRenderingContext2D['fillStyle']
  textAlign: CanvasRenderingContext2D['textAlign']
}

const fontFamily = 'Anuphan, "Noto Sans Thai", Thonburi, sans-serif'

/** Draws the picture to save: the shop's name, the code, the amount and who receives it, in black on white. */
export function drawPicture(context: Context, code: Code, texts: PictureTexts): void {
  const { width, height } = pictureSize
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000000'
  context.textAlign = 'center'
  writeLine(context, texts.shop, { y: 100, size: 56, weight: 600 })
  writeLine(context, 'PromptPay', { y: 165, size: 40, weight: 400 })
  // Whole pixels, so that the edges are sharp.
  const side = Math.floor(900 / code.size)
  const left = Math.round((width - side * code.size) / 2)
  const top = 185
  for (const { x, y, length } of code.bars) context.fillRect(left + x * side, top + y * side, length * side, side)
  writeLine(context, texts.amount, { y: 1180, size: 96, weight: 700 })
  writeLine(context, texts.receiver, { y: 1270, size: 48, weight: 500 })
}

/** Writes a line in the middle, smaller if it is too long, and cut if it is too long even then. */
function writeLine(context: Context, text: string, { y, size, weight }: { y: number; size: number; weight: number }) {
  const fits = () => context.measureText(line).width <= pictureSize.width - 80
  let line = text
  for (let smaller = size; smaller >= 28; smaller -= 4) {
    context.font = `${weight} ${smaller}px ${fontFamily}`
    if (fits()) break
  }
  while (!fits()) line = line.replace(/.…?$/su, '…')
  context.fillText(line, pictureSize.width / 2, y)
}

/** Returns the picture as a PNG. Throws if the browser can't draw one. */
export async function paymentPicture(payload: string, texts: PictureTexts): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSize.width
  canvas.height = pictureSize.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // A canvas doesn't wait for fonts. Without them it is drawn all the same.
  const text = Object.values(texts).join('')
  await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 48px Anuphan`, text))).catch(() => {})
  drawPicture(context, codeOf(payload), texts)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  return new File([blob], 'promptpay.png', { type: 'image/png' })
}

/**
 * Saves a picture on the shopper's device. An iPhone puts downloads where bank apps don't look for pictures, so there
 * its share sheet is opened, which saves to Photos. Resolves to false if the shopper closes that sheet.
 */
export async function savePicture(picture: File): Promise<boolean> {
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  if (isApple && navigator.canShare?.({ files: [picture] }))
    return navigator.share({ files: [picture] }).then(
      () => true,
      (error: DOMException) => {
        if (error.name !== 'AbortError') throw error
        return false
      },
    )
  const url = URL.createObjectURL(picture)
  const link = document.createElement('a')
  link.href = url
  link.download = picture.name
  link.click()
  // Browsers read the URL after the press has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}
