import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(js|css|svg|json|html|txt|webmanifest)$/
/** Bytes. Compressing smaller files saves no packets. */
const minBytes = 1024

/**
 * Writes a .br and a .gz beside each compressible file of a folder, so that the server compresses nothing per request.
 */
export function compressFolder(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compressFolder(path)
    else if (compressible.test(name) && statSync(path).size >= minBytes) {
      const bytes = readFileSync(path)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  }
}
