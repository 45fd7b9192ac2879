import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endOf } from './server-log.ts'

test('the end of the log is its last lines from an offset on; without any it leads to the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const log = join(folder, 'postgresql.log')
  const question = `${log} says nothing about it. Is the disk full?`
  expect(await endOf(log)).toBe(question)
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  await writeFile(log, `before\n${lines.join('\n')}\n`)
  expect(await endOf(log)).toBe(lines.slice(-12).join('\n'))
  expect(await endOf(log, 'before\n'.length + lines.slice(0, 18).join('\n').length)).toBe('\nline 18\nline 19')
  expect(await endOf(log, 1_000_000)).toBe(question)
})
