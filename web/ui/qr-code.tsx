import { encode } from 'uqr'

/** A QR code as horizontal bars of dark modules, its quiet zone included. */
export type Code = {
  /** Modules of a side. */
  size: number
  bars: { x: number; y: number; length: number }[]
}

/** Light modules around a code. ISO 18004 asks for four; scanners may miss a code with fewer. */
export const quietZone = 4

/** Returns the QR code of a text: up to 15% of it may be damaged. */
export function codeOf(text: string): Code {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const bars: Code['bars'] = []
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x += 1
      bars.push({ x: start, y, length: x - start + 1 })
    }
  return { size, bars }
}

type QrCodeProps = { code: Code; label: string; className: string }

/** A QR code in black on white, which scanners need: neither dark mode nor a theme of the system may change it. */
export const QrCode = ({ code: { size, bars }, label, className }: QrCodeProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className={`w-full rounded-tile border border-line [color-scheme:only_light] [forced-color-adjust:none] ${className}`}
  >
    <rect width={size} height={size} fill="#ffffff" />
    <path d={bars.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')} fill="#000000" />
  </svg>
)
