import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with a page, one line for each element; `choose` narrows what it looks for. */
export async function axeFaults(page: Page, choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe): Promise<string[]> {
  // A bar that sticks covers what can be scrolled out from under it, and axe takes the rest of that for a small target.
  const unstick = (value: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('--unstick', value), value)
  await unstick('-9999px')
  // The legacy mode leaves out frames of other sites, which the shop hasn't, and opens no second page for its report.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], selectors: false }).setLegacyMode()
  const { violations } = await choose(axe).analyze()
  await unstick('')
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`))
}
