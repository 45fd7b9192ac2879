import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { reportLost, retryConnection, useConnection, whenReconnected } from '../client/connection.ts'
import { m } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'
import picture from '../pictures/category-vegetables.webp?url'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type FailureScreenProps = {
  error: unknown
  /** The explanation after an error of the shop. */
  brokenText?: string
  /** Where to go instead. */
  other?: { to: string; label: string }
}

/** The screen for a missing page or an error. */
export function FailureScreen({ error, brokenText, other }: FailureScreenProps) {
  const { revalidate, state } = useRevalidator()
  const { down } = useConnection()
  const missing = isRouteErrorResponse(error) && error.status === 404
  // A request without a reply is a TypeError; no other TypeError is expected while a screen is loaded.
  const lost = error instanceof TypeError && /fetch|network|load|import/i.test(error.message)

  useEffect(() => {
    if (!lost) return
    reportLost()
    // Reloads the whole page: browsers cache the failed import of a screen's script and wouldn't request it again.
    return whenReconnected(() => window.location.reload())
  }, [lost])

  const title = missing ? m.shell_missing_title() : lost || down ? m.shell_lost_title() : m.shell_broken_title()
  const text = missing
    ? m.shell_missing_text()
    : lost || down
      ? m.shell_lost_text()
      : (brokenText ?? m.shell_broken_text())
  return (
    <div className="page py-10">
      <title>{`${title} · ${shopName()}`}</title>
      <EmptyState
        heading="h1"
        {...(!lost && !down && { picture })}
        title={title}
        action={
          <>
            {!missing && (
              <Button onClick={lost ? retryConnection : () => void revalidate()} pending={state === 'loading'}>
                {m.ui_try_again()}
              </Button>
            )}
            <ButtonLink to={other?.to ?? '/products'} variant={missing ? 'primary' : 'outline'}>
              {other?.label ?? m.shell_to_products()}
            </ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}
