import { retryConnection, useConnection } from '../client/connection.ts'
import { m } from '../messages/messages.ts'
import { WifiOff } from '../ui/icons.tsx'

/** Shown while the shop can't be reached. `below` is the class that positions it below the header. */
export function ConnectionBanner({ below = 'top-(--header-end)' }: { below?: string }) {
  const { down } = useConnection()
  return (
    <div role="status" className={`sticky z-30 ${below}`}>
      {down && (
        <div className="border-mango border-b bg-mango-soft text-ink">
          <div className="page flex flex-wrap items-center gap-x-4 py-1">
            <WifiOff className="size-5 shrink-0" aria-hidden />
            <p className="min-w-0 grow basis-48 py-1.5 font-medium leading-snug">{m.shell_unreachable()}</p>
            <button
              type="button"
              onClick={retryConnection}
              className="min-h-11 rounded-full px-3 font-semibold underline underline-offset-4"
            >
              {m.ui_try_again()}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
