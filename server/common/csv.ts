/**
 * Returns rows as CSV (RFC 4180) with a byte order mark, so that spreadsheets read its Thai. Text that a spreadsheet would
 * take for a formula is preceded by an apostrophe; numbers stay as they are.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => (typeof value === 'number' ? String(value) : quoted(plainText(value)))
  return `\uFEFF${rows.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

const plainText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
