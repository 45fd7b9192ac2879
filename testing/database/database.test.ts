import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseSecrets } from './database.ts'

test.each([
  ['a password in a line', '{"msg":"tried correct horse battery"}', 'correct horse battery', true],
  ['a code in a line', '{"otp":"042137"}', '042137', true],
  ['digits of a code inside an id', '{"id":"01a1fd4a-0421377a"}', '042137', false],
  ['nothing of the kind', '{"msg":"answered"}', 'correct horse battery', false],
])('the end of a run sees %s', async (_name, line, secret, seen) => {
  const folder = await mkdtemp(join(tmpdir(), 'talad-'))
  await writeFile(join(folder, 'one.log'), `${line}\n`)
  await writeFile(join(folder, 'other.secrets'), `\n${secret}\n`)
  if (seen) await expect(refuseSecrets(folder)).rejects.toThrow('a secret that the tests used is in the log')
  else await expect(refuseSecrets(folder)).resolves.toBeUndefined()
  await rm(folder, { recursive: true })
})
