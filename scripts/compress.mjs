import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(js|css|svg|json|html|txt|webmanifest)$/
/** Smaller files travel faster as they are. */
const worthIt = 1024

/** Puts a .br and a .gz beside every file of a folder that gains from it, so that nothing is compressed on the way. */
export function compressFolder(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compressFolder(path)
    else if (compressible.test(name) && statSync(path).size >= worthIt) {
      const bytes = readFileSync(path)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  }
}
