import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withTempFolder } from '../../testing/temp-folder.ts'
import { StartError } from '../common/start-error.ts'
import { makeDataFolder } from './data-folder.ts'

test('a data folder whose place a file has is refused, with what to do; one that is there is used', () =>
  withTempFolder(async (folder) => {
    await mkdir(join(folder, 'shop'))
    await makeDataFolder(join(folder, 'shop'))
    await makeDataFolder(join(folder, 'new', 'shop'))
    expect((await stat(join(folder, 'new', 'shop'))).isDirectory()).toBe(true)
    const file = join(folder, 'notes')
    await writeFile(file, 'kept')
    for (const dataDir of [file, join(file, 'shop')]) {
      const error = await makeDataFolder(dataDir).catch((reason) => reason)
      expect(error).toBeInstanceOf(StartError)
      expect(error.message).toBe(
        `The data folder ${dataDir} can't be made: a file has this name, or that of a folder above. Choose another with DATA_DIR.`,
      )
    }
  }))
