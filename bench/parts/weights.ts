import { join, resolve } from 'node:path'
import { budget, weightsOf } from '../../scripts/checks/weights.ts'
import { kb, type Row } from '../row.ts'

/** The weight of the files that a browser loads before each screen is interactive. */
export async function weights(): Promise<Row[]> {
  const all = await weightsOf(join(resolve(import.meta.dirname, '../..'), 'build'))
  return [...all].map(([name, { script, style, fonts }]) => ({
    part: 'weights',
    what: name,
    ...(name === 'catalog/home'
      ? {
          goal: `script ${kb(budget.script)} of gzip, style sheet and fonts ${kb(budget.styleAndFonts)}`,
          met: script.gzip <= budget.script && style.gzip + fonts <= budget.styleAndFonts,
        }
      : {}),
    figure: `script ${kb(script.gzip)} gzip, ${kb(script.br)} br`,
    more: `style sheet ${kb(style.gzip)} gzip, ${kb(style.br)} br; fonts ${kb(fonts)}`,
    details: { script, style, fonts },
  }))
}
