import type { Manifest } from '../server/operations/backup-format.ts'

/** Returns a count with what is counted, in the singular for one: “1 order”, “2 orders”. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Returns what is in a backup, in words. */
export function contentText({ tables, pictures, slips }: Pick<Manifest, 'tables' | 'pictures' | 'slips'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${counted(rows, 'row')} of ${counted(tables.length, 'table')}`,
    counted(pictures.count, 'picture'),
    counted(slips?.count ?? 0, 'picture of a slip', 'pictures of slips'),
  ].join(', ')
}
