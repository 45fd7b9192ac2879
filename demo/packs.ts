import sharp from 'sharp'

/*
 * Packs that groceries come in, drawn as vectors and so sharp at any size. The emoji on the label says what is inside.
 */

export type PackForm = 'sack' | 'paper' | 'carton' | 'bottle' | 'packet'

export type Pack = {
  form: PackForm
  /** Of the pack, as `#rrggbb`. */
  colour: string
  /** Of its cap, seams and band; a darker shade of its own where it isn't given. */
  accent?: string
}

/** Where the emoji of the label goes, in the pack's own square of 256. */
type Drawing = { svg: string; label: { x: number; y: number; size: number; turn?: number } }

const side = 256
/** Pixels of a drawn pack: more than any picture shows of it. */
const pixels = 768

/** Draws a pack with an emoji on its label, as a square picture with transparency. */
export async function drawPack(pack: Pack, emoji: Buffer): Promise<Buffer> {
  const { svg, label } = forms[pack.form](pack.colour, pack.accent ?? mixed(pack.colour, '#000000', 0.28))
  const scale = pixels / side
  const size = Math.round(label.size * scale)
  const art = await sharp(emoji)
    .resize(size, size, { kernel: 'lanczos3' })
    .sharpen()
    .rotate(label.turn ?? 0, { background: '#0000' })
    .toBuffer({ resolveWithObject: true })
  return sharp(Buffer.from(whole(svg)))
    .composite([
      {
        input: art.data,
        left: Math.round(label.x * scale - art.info.width / 2),
        top: Math.round(label.y * scale - art.info.height / 2),
      },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** A colour between two. */
function mixed(one: string, other: string, share: number): string {
  const channel = (at: number) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round((from ?? 0) * (1 - share) + (to ?? 0) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

const whole = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${side} ${side}">${inside}</svg>`

/** A gradient from left to right, as light falls on something round that stands to the right of a lamp. */
function round(id: string, colour: string): string {
  const stops = [
    [0, mixed(colour, '#000000', 0.1)],
    [0.22, mixed(colour, '#ffffff', 0.42)],
    [0.55, colour],
    [1, mixed(colour, '#000000', 0.26)],
  ]
  return `<linearGradient id="${id}">${stops.map(([at, shade]) => `<stop offset="${at}" stop-color="${shade}"/>`).join('')}</linearGradient>`
}

const forms: Record<PackForm, (colour: string, accent: string) => Drawing> = {
  // A filled sack of rice, sewn at the top.
  sack: (colour, accent) => ({
    svg: `<defs>${round('body', colour)}${round('band', accent)}</defs>
<path d="M58 44 C60 34 72 30 86 32 L170 32 C184 30 196 34 198 44 C194 58 200 70 208 92 C218 124 220 176 212 214 C209 230 196 236 180 237 L76 237 C60 236 47 230 44 214 C36 176 38 124 48 92 C56 70 62 58 58 44Z" fill="url(#body)"/>
<path d="M57 42 C60 32 72 28 86 30 L170 30 C184 28 196 32 199 42 L197 58 C170 64 86 64 59 58Z" fill="url(#band)"/>
<path d="M64 49 H192" stroke="#ffffff" stroke-opacity=".75" stroke-width="2.4" stroke-dasharray="6 5"/>
<path d="M70 74 C62 100 58 130 60 170 M186 74 C196 104 199 134 196 172" stroke="#000000" stroke-opacity=".09" stroke-width="5" fill="none" stroke-linecap="round"/>
<rect x="70" y="86" width="116" height="112" rx="30" fill="#fffdf6"/>
<rect x="70" y="176" width="116" height="22" rx="11" fill="url(#band)"/>`,
    label: { x: 128, y: 131, size: 92 },
  }),
  // A paper bag with a folded top.
  paper: (colour, accent) => ({
    svg: `<defs>${round('body', colour)}${round('band', accent)}</defs>
<path d="M66 62 L190 62 L196 228 Q196 238 186 238 L70 238 Q60 238 60 228Z" fill="url(#body)"/>
<path d="M60 30 Q60 22 68 22 L188 22 Q196 22 196 30 L194 66 L62 66Z" fill="url(#band)"/>
<path d="M62 66 L194 66 L193 72 L63 72Z" fill="#000000" fill-opacity=".14"/>
<path d="M178 74 L182 236" stroke="#000000" stroke-opacity=".1" stroke-width="3"/>
<circle cx="124" cy="150" r="55" fill="#fffdf6"/>
<circle cx="124" cy="150" r="55" fill="none" stroke="${accent}" stroke-width="5"/>`,
    label: { x: 124, y: 150, size: 80 },
  }),
  // A milk carton with a gable and a cap.
  carton: (colour, accent) => ({
    svg: `<defs>${round('front', colour)}<linearGradient id="side"><stop offset="0" stop-color="${mixed(colour, '#000000', 0.18)}"/><stop offset="1" stop-color="${mixed(colour, '#000000', 0.34)}"/></linearGradient>${round('cap', accent)}</defs>
<path d="M62 92 L160 92 L160 240 L68 240 Q62 240 62 234Z" fill="url(#front)"/>
<path d="M160 92 L202 84 L202 228 Q202 233 197 234 L160 240Z" fill="url(#side)"/>
<path d="M62 92 L80 44 L166 44 L160 92Z" fill="${mixed(colour, '#ffffff', 0.3)}"/>
<path d="M160 92 L166 44 L202 84Z" fill="${mixed(colour, '#000000', 0.24)}"/>
<path d="M78 24 Q78 20 82 20 L164 20 Q168 20 168 24 L167 46 L79 46Z" fill="${mixed(colour, '#000000', 0.06)}"/>
<path d="M79 38 L167 38 L167 46 L79 46Z" fill="#000000" fill-opacity=".1"/>
<ellipse cx="113" cy="72" rx="21" ry="11" fill="#000000" fill-opacity=".16"/>
<path d="M93 54 H133 V68 Q113 79 93 68Z" fill="url(#cap)"/><ellipse cx="113" cy="54" rx="20" ry="9" fill="${mixed(accent, '#ffffff', 0.25)}"/>
<path d="M62 206 L160 206 L160 240 L68 240 Q62 240 62 234Z" fill="${accent}"/>
<path d="M160 206 L202 198 L202 228 Q202 233 197 234 L160 240Z" fill="${mixed(accent, '#000000', 0.3)}"/>
<circle cx="111" cy="150" r="43" fill="#ffffff" fill-opacity=".92"/>`,
    label: { x: 111, y: 150, size: 64 },
  }),
  // A bottle with a screw cap and a paper label.
  bottle: (colour, accent) => ({
    svg: `<defs>${round('body', colour)}${round('cap', accent)}</defs>
<path d="M102 48 L154 48 L156 70 C176 84 190 98 190 124 L190 216 Q190 240 166 240 L90 240 Q66 240 66 216 L66 124 C66 98 80 84 100 70Z" fill="url(#body)"/>
<rect x="100" y="18" width="56" height="34" rx="8" fill="url(#cap)"/>
<path d="M110 22 V48 M120 22 V48 M130 22 V48 M140 22 V48 M149 22 V48" stroke="#000000" stroke-opacity=".12" stroke-width="3"/>
<path d="M78 128 Q78 104 96 92" stroke="#ffffff" stroke-opacity=".8" stroke-width="7" fill="none" stroke-linecap="round"/>
<rect x="66" y="128" width="124" height="84" fill="#fffdf6"/>
<rect x="66" y="128" width="124" height="9" fill="${accent}"/><rect x="66" y="203" width="124" height="9" fill="${accent}"/>
<path d="M168 128 H190 V212 H168Z" fill="#000000" fill-opacity=".07"/>`,
    label: { x: 127, y: 170, size: 62 },
  }),
  // A flat packet, sealed at both ends.
  packet: (colour, accent) => ({
    svg: `<defs>${round('body', colour)}${round('band', accent)}</defs>
<path d="M36 66 C80 58 176 58 220 66 C226 100 226 160 220 194 C176 202 80 202 36 194 C30 160 30 100 36 66Z" fill="url(#body)"/>
<path d="M36 66 L30 72 L35 78 L29 86 L34 94 L29 102 L34 110 L29 118 L34 126 L29 134 L34 142 L29 150 L34 158 L29 166 L34 174 L29 182 L36 194 L50 197 C46 160 46 100 50 63Z" fill="url(#band)"/>
<path d="M220 66 L226 72 L221 78 L227 86 L222 94 L227 102 L222 110 L227 118 L222 126 L227 134 L222 142 L227 150 L222 158 L227 166 L222 174 L227 182 L220 194 L206 197 C210 160 210 100 206 63Z" fill="url(#band)"/>
<path d="M62 76 C100 70 150 70 190 75" stroke="#ffffff" stroke-opacity=".55" stroke-width="6" fill="none" stroke-linecap="round"/>
<ellipse cx="128" cy="131" rx="66" ry="54" fill="#fffdf6"/>`,
    label: { x: 128, y: 129, size: 92 },
  }),
}
