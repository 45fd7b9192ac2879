import sharp from 'sharp'

export type FormFile = { name: string; bytes: Buffer; type?: string }

/** Returns a product form as a browser sends it: the body and its header. */
export async function productForm(productData: unknown, files: readonly FormFile[] = []) {
  const form = new FormData()
  form.append('productData', typeof productData === 'string' ? productData : JSON.stringify(productData))
  for (const { name, bytes, type } of files)
    form.append('images', new File([new Uint8Array(bytes)], name, { type: type ?? 'image/png' }))
  return encoded(form)
}

/** Encodes a form. */
export async function encoded(form: FormData) {
  const response = new Response(form)
  return {
    body: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

/** Returns a small picture of one colour, as `#rrggbb`; another colour is another picture. */
export async function aPicture(colour: string, name = 'potato.png'): Promise<FormFile> {
  const bytes = await sharp({ create: { width: 8, height: 6, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { name, bytes }
}
