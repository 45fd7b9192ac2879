import crypto from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'

// The server marks its pages by a cipher that today's OpenSSL has no more. Threefold with one key, it is the same cipher.
type MakeCipher = (name: string, key: Buffer, iv: Buffer, ...rest: unknown[]) => never
for (const make of ['createCipheriv', 'createDecipheriv'] as const) {
  const original = crypto[make] as unknown as MakeCipher
  const standIn: MakeCipher = (name, key, iv, ...rest) =>
    name === 'des' ? original('des-ede-cbc', Buffer.concat([key, key]), iv, ...rest) : original(name, key, iv, ...rest)
  Object.assign(crypto, { [make]: standIn })
}

/**
 * A server that speaks S3's protocol, with a bucket for pictures in a folder of its own. `strict` holds clients to their
 * signatures; the server forgets a bucket's trailing slash when it checks them, so that strictness leaves no listing.
 */
export async function s3Server({ strict = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'talad-s3-'))
  const bucket = 'talad-pictures'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    allowMismatchedSignatures: !strict,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    /** The file in which the server keeps an object. */
    fileOf: (name: string) => path.join(folder, bucket, `${name}._S3rver_object`),
    close: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
