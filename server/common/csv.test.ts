import { expect, test } from 'vitest'
import { csvOf, csvRows } from './csv.ts'

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'])(
  'a text that begins with %j is no formula, in quotes or not',
  (sign) => {
    const row = csvRows([[`${sign}1+1`, `${sign}HYPERLINK("x")`]])
    expect(row.replaceAll('"', '')).toBe(`'${sign}1+1,'${sign}HYPERLINK(x)\r\n`)
  },
)

test('numbers, raw cells and signs inside a text stay as they are', () => {
  expect(csvOf([[-5, { raw: '-53.50' }, 'a=b', 'ชา ＋ นม', '']])).toBe('\uFEFF-5,-53.50,a=b,ชา ＋ นม,\r\n')
})
