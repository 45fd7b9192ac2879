import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { type Block, renderMail } from './blocks.ts'

const all: Block[][] = [
  [{ title: '<i>1' }, { subtitle: '<i>2' }],
  ['<i>3', { bold: '<i>4' }, { bold: '<i>5', indented: true }, { lines: ['<i>6', '<i>7'] }],
  [],
  [{ list: [] }],
  [{ list: ['<i>8'] }, { list: ['<i>9'], quiet: true }],
  [{ heading: '<i>10', rows: [['<i>11', '<i>12']], sums: [['<i>13', '<i>14']] }],
  [
    { label: '<i>15', value: '<i>16' },
    { label: '<i>17', value: ['<i>18'] },
  ],
  [{ code: '<i>19' }],
  [
    { button: '<i>20', url: '"<i>21' },
    { link: '<i>22', url: '"<i>23' },
    { lead: '<i>24', url: '"<i>25' },
  ],
]

test('the text of a mail has an empty line between groups, and none for an empty group', () => {
  expect(renderMail(shop, 'en', all).text).toBe(`<i>1
<i>2

<i>3
<i>4
  <i>5
<i>6
<i>7

<i>8
  <i>9

<i>10
  <i>11  <i>12

<i>13: <i>14

<i>15: <i>16
<i>17:
  <i>18

    <i>19

<i>20: "<i>21
<i>22: "<i>23
<i>24
"<i>25
`)
})

test('the HTML of a mail escapes the text of every block, and its URL', () => {
  const { html } = renderMail(shop, 'th', all)
  expect(html).toContain('<html lang="th">')
  expect(html).not.toContain('<i>')
  for (let number = 1; number <= 25; number += 1) expect(html).toContain(`&lt;i&gt;${number}`)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual(
    [21, 23, 25].map((number) => `&quot;&lt;i&gt;${number}`),
  )
  expect(html).not.toContain('<ul style="padding-left:20px"></ul>')
})
