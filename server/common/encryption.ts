import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Derives a key for one purpose from the server's secret (HKDF-SHA-256, 32 bytes). */
export function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'talad', purpose, 32))
}

/** Encrypts and authenticates a text with AES-256-GCM; returns nonce, tag and ciphertext as base64url. */
export function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Decrypts what `encrypt` returned. Throws if the key differs or the text was changed. */
export function decrypt(key: Buffer, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  // The tag's length is fixed: Node would also accept a tag cut to a few bytes, which can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
