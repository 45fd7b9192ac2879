import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/*
 * axe runs in the page, without the package for Playwright: that injects the script twice for each check, in its longer
 * form, which takes as long as to check a usual screen.
 */
const script = readFileSync(resolve(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')

/**
 * Returns the violations that axe finds on a page, one line for each element; by default with all rules, everywhere.
 */
export async function axeViolations(
  page: Page,
  { tags, exclude }: { tags?: string[]; exclude?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(
    async ({ tags, exclude }) => {
      const { style } = document.documentElement
      // A sticky bar covers elements that can be scrolled out from under it; axe would call their visible rest a small
      // target.
      style.setProperty('--unstick', '-9999px')
      // Bars that stick are moved with the next frame.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      // It compares whole words, which have no spaces between them in Thai, and takes a badge's number for a word.
      const rules = { 'label-content-name-mismatch': { enabled: false } }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        exclude ? { exclude: [exclude] } : document,
        { resultTypes: ['violations'], selectors: false, ...(tags && { runOnly: tags }), rules },
      )
      style.removeProperty('--unstick')
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`))
    },
    { tags, exclude },
  )
}
