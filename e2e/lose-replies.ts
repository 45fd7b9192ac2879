import type { Page } from '@playwright/test'

/** Lets calls reach the shop, and loses their replies: those of the next `times` ones, or of all. */
export async function loseReplies(page: Page, path: string, times?: number): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    times === undefined ? {} : { times },
  )
}
