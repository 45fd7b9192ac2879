import { counted } from '../server/common/counted.ts'
import type { Manifest } from '../server/maintenance/backup/backup-format.ts'

/** Returns what is in a backup, in words. */
export function contentText({ tables, pictures, slips }: Pick<Manifest, 'tables' | 'pictures' | 'slips'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${counted(rows, 'row')} of ${counted(tables.length, 'table')}`,
    counted(pictures.count, 'picture'),
    counted(slips?.count ?? 0, 'picture of a slip', 'pictures of slips'),
  ].join(', ')
}
