/** A cell: text that people may have typed, a number, or text that is written as it is. */
export type CsvCell = string | number | { raw: string }

/**
 * Returns rows as CSV (RFC 4180) with a byte order mark, so that spreadsheets read its Thai. Text that a spreadsheet
 * would take for a formula gets an apostrophe in front (CSV injection), also with the full-width signs that Excel
 * accepts; numbers and raw cells stay as they are.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string => `\uFEFF${csvRows(rows)}`

/** Returns rows to append to a CSV: without the byte order mark. */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  const cell = (value: CsvCell) => {
    if (typeof value === 'number') return String(value)
    return quoted(typeof value === 'string' ? withoutFormula(value) : value.raw)
  }
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

const withoutFormula = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
