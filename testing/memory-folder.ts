import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

/** Bytes that must be free: the shops and databases of one test run need about a third of it. */
const room = 3 * 2 ** 30

/**
 * Puts the temporary files of this process and its children in memory, if the system has a folder there with room for
 * them and TMPDIR doesn't name another. Creating a test database of 900 files takes up to half a second of CPU time on
 * a disk, and a thirtieth of that in memory. For tests only: nothing there outlives the machine.
 */
export function keepTempFilesInMemory(): void {
  if (process.platform !== 'linux' || process.env.TMPDIR) return
  const folder = memoryFolderOf(readFileSync('/proc/self/mounts', 'utf8'))
  if (folder && hasRoom(folder)) process.env.TMPDIR = folder
}

/** Returns the folder in memory of a table of mounts, unless it is read-only or programs may not run there. */
export function memoryFolderOf(mounts: string): string | undefined {
  const folder = '/dev/shm'
  const [, , type, options = ''] =
    mounts
      .split('\n')
      .findLast((line) => line.split(' ')[1] === folder)
      ?.split(' ') ?? []
  const isUsable = type === 'tmpfs' && !options.split(',').some((option) => option === 'ro' || option === 'noexec')
  return isUsable ? folder : undefined
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, freemem()) >= room
}
