import type { Page } from '@playwright/test'

/**
 * Delays the reply to the page's first read of a list: `happens` runs after the server has replied, then the
 * page's event stream opens, and then the reply arrives.
 */
export async function whileFirstRead(
  page: Page,
  { read, stream }: { read: string; stream: string },
  happens: () => Promise<unknown>,
): Promise<void> {
  const happened = Promise.withResolvers<void>()
  const opened = page.waitForResponse(`**${stream}`)
  await page.route(`**${stream}`, async (route) => {
    await happened.promise
    await route.continue()
  })
  await page.route(
    `**${read}?*`,
    async (route) => {
      const response = await route.fetch()
      await happens()
      happened.resolve()
      await opened
      await route.fulfill({ response })
    },
    { times: 1 },
  )
}
