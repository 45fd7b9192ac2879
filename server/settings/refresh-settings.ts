import type { Log } from '../common/log.ts'
import type { LiveShop } from './live-shop.ts'

/** Milliseconds until settings that couldn't be read are read again. */
const retryAfter = 1000

/**
 * Refreshes the shop's settings in this process: `announced` after an announcement of another process, which it may not
 * miss, and `saved` after its own change, which resolves once the settings are read. `onChange` is called when they
 * differ.
 */
export function settingsRefresher(
  live: Pick<LiveShop, 'refresh'>,
  { log, onChange }: { log: Pick<Log, 'warn'>; onChange: () => void },
) {
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  async function saved(): Promise<void> {
    if (await live.refresh()) onChange()
  }
  function announced(): void {
    clearTimeout(retry)
    saved().catch((error) => {
      if (stopped) return
      log.warn({ err: error }, 'the settings could not be read; trying again')
      retry = setTimeout(announced, retryAfter).unref()
    })
  }
  return {
    announced,
    saved,
    stop: () => {
      stopped = true
      clearTimeout(retry)
    },
  }
}
