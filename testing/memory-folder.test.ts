import { expect, test } from 'vitest'
import { memoryFolderOf } from './memory-folder.ts'

const root = '/dev/vda / ext4 rw,relatime 0 0'

test('the folder in memory is used if programs may run there', () => {
  expect(memoryFolderOf(`${root}\ntmpfs /dev/shm tmpfs rw,nosuid,nodev,relatime 0 0\n`)).toBe('/dev/shm')
})

test.each([
  ['there is none', root],
  ['programs may not run there, as in many containers', `${root}\nshm /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0`],
  ['it is read-only', `${root}\ntmpfs /dev/shm tmpfs ro,nosuid 0 0`],
  ['it is on a disk', `${root}\n/dev/vdb /dev/shm ext4 rw 0 0`],
  ['a later mount covers it', `tmpfs /dev/shm tmpfs rw 0 0\nshm /dev/shm tmpfs rw,noexec 0 0`],
])('the disk is used if %s', (_why, mounts) => {
  expect(memoryFolderOf(mounts)).toBeUndefined()
})
