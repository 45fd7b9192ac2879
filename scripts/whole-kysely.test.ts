import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeFlags } from '../testing/shop-process.ts'

/** Which Kysely a process gets that is started as npm start does it, in a folder with a space and Thai letters. */
async function kyselyOf(folder: string): Promise<string> {
  const say = "import('kysely').then(({ from }) => console.log(from))"
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, '-e', say], { cwd: folder })
  return stdout.trim()
}

test('npm start reads Kysely from the one file of the build where there is one, else as it comes', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'talad-kysely-'))
  const folder = join(outer, 'ร้าน ตลาด')
  await mkdir(join(folder, 'scripts'), { recursive: true })
  await mkdir(join(folder, 'node_modules/kysely'), { recursive: true })
  await cp(join(import.meta.dirname, 'whole-kysely.mjs'), join(folder, 'scripts/whole-kysely.mjs'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'node_modules/kysely/package.json'), '{ "type": "module", "main": "index.js" }')
  await writeFile(join(folder, 'node_modules/kysely/index.js'), "export const from = 'many files'")
  expect(await kyselyOf(folder)).toBe('many files')
  await mkdir(join(folder, 'build/server'), { recursive: true })
  await writeFile(join(folder, 'build/server/kysely.js'), "export const from = 'one file'")
  expect(await kyselyOf(folder)).toBe('one file')
  await rm(outer, { recursive: true })
})
