import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns the violations that axe finds on a page, one line for each element; `choose` limits the rules. */
export async function axeViolations(
  page: Page,
  choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<string[]> {
  // A sticky bar covers elements that can be scrolled out from under it; axe would call their visible rest a small target.
  const unstick = (value: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('--unstick', value), value)
  await unstick('-9999px')
  // Legacy mode doesn't open a second page for the report. It leaves out cross-origin frames; the shop has none.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], selectors: false }).setLegacyMode()
  const { violations } = await choose(axe).analyze()
  await unstick('')
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`))
}
