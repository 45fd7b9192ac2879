import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { cents } from '../../../contract/values/money.ts'
import { haveSameTags } from '../../../testing/payment-tags.ts'
import { codeOf, quietZone } from '../../ui/qr-code.tsx'
import { drawPicture, pictureSize } from './payment-picture.ts'
import { PromptPayCode } from './promptpay-code.tsx'

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

/** Returns the texts of the QR codes in a drawing, as a scanner reads it from a screen. */
async function scanned(svg: string): Promise<string[]> {
  const png = await sharp(Buffer.from(svg), { density: 300 }).resize({ width: 600 }).png().toBuffer()
  return (await readBarcodes(png, { formats: ['QRCode'] })).map(({ text }) => text)
}

const amount = cents(28450)
const mobile = promptPayPayload({ kind: 'mobile', number: '0812345678' }, amount)
const biller = promptPayPayload(
  { kind: 'biller', number: '010555812345601', reference1: 'X'.repeat(20), reference2: 'Y'.repeat(20) },
  cents(999_999_999_999),
)

test.each([
  ['mobile', mobile],
  ['biller', biller],
])('a scanner reads the code of a %s from the screen', async (_kind, payload) => {
  const markup = renderToStaticMarkup(<PromptPayCode payload={payload} amount={amount} receiver="Talad Co., Ltd." />)
  const svg = /<svg.*<\/svg>/.exec(markup)?.[0].replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"') ?? ''
  const [text = '', ...others] = await scanned(svg)
  expect(others).toEqual([])
  expect(haveSameTags(text, payload)).toBe(true)
})

test('the code has a name with amount and receiver, and its colours in every theme', () => {
  const markup = renderToStaticMarkup(<PromptPayCode payload={mobile} amount={amount} receiver="Talad Co., Ltd." />)
  expect(markup).toContain('role="img" aria-label="PromptPay QR code: $284.50 to Talad Co., Ltd."')
  expect(markup).toMatch(/<svg[^>]*\[forced-color-adjust:none\]/)
  expect(markup).toMatch(/<rect[^>]*fill="#ffffff"/)
  expect(markup).toMatch(/<path[^>]*fill="#000000"/)
})

test('the code has a quiet zone of four modules', () => {
  const { size, bars } = codeOf(mobile)
  expect(Math.min(...bars.map(({ x }) => x))).toBe(quietZone)
  expect(Math.min(...bars.map(({ y }) => y))).toBe(quietZone)
  expect(Math.max(...bars.map(({ x, length }) => x + length))).toBe(size - quietZone)
  expect(Math.max(...bars.map(({ y }) => y + 1))).toBe(size - quietZone)
})

/** A canvas that draws SVG: letters are as wide as three fifths of their height. */
function drawnPicture(payload: string, texts: { shop: string; amount: string; receiver: string }) {
  const shapes: string[] = []
  const lines: { text: string; size: number }[] = []
  const fontSize = () => Number(/(\d+)px/.exec(context.font)?.[1])
  const context = {
    font: '',
    fillStyle: '',
    textAlign: 'start' as const,
    fillRect: (x: number, y: number, width: number, height: number) =>
      void shapes.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${context.fillStyle}"/>`),
    fillText: (text: string) => void lines.push({ text, size: fontSize() }),
    measureText: (text: string) => ({ width: text.length * fontSize() * 0.6 }) as TextMetrics,
  }
  drawPicture(context, codeOf(payload), texts)
  const { width, height } = pictureSize
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`,
    lines,
  }
}

test('a scanner reads the saved picture, which names shop, amount and receiver', async () => {
  for (const payload of [mobile, biller]) {
    const texts = { shop: 'ตลาด', amount: '฿284.50', receiver: 'Talad Co., Ltd.' }
    const { svg, lines } = drawnPicture(payload, texts)
    const [text = ''] = await scanned(svg)
    expect(haveSameTags(text, payload)).toBe(true)
    expect(lines.map((line) => line.text)).toEqual(['ตลาด', 'PromptPay', '฿284.50', 'Talad Co., Ltd.'])
  }
})

test('a long name is written smaller, and a very long one is cut', () => {
  const receiver = 'The Baan Daeng Company of Fresh Groceries Limited'
  const { lines } = drawnPicture(mobile, { shop: 'ต'.repeat(200), amount: '฿1.00', receiver })
  expect(lines.at(-1)).toEqual({ text: receiver, size: 32 })
  expect(lines[0]).toEqual({ text: `${'ต'.repeat(58)}…`, size: 28 })
})
