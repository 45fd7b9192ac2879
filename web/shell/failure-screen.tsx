import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { shop } from '../../shop.config.ts'
import { reportLost, retryConnection, useConnection, whenReconnected } from '../client/connection.ts'
import { m } from '../messages/messages.ts'
import picture from '../pictures/category-vegetables.webp?url'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** What stands in place of a screen that isn't there or couldn't be made. */
export function FailureScreen({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator()
  const { down } = useConnection()
  const missing = isRouteErrorResponse(error) && error.status === 404
  // Browsers tell of a request without an answer by a TypeError, and of nothing else on the way to a screen.
  const lost = error instanceof TypeError && /fetch|network|load|import/i.test(error.message)

  useEffect(() => {
    if (!lost) return
    reportLost()
    // All of the page: browsers remember that the script of a screen didn't come, and wouldn't ask for it again.
    return whenReconnected(() => window.location.reload())
  }, [lost])

  const title = missing ? m.shell_missing_title() : lost || down ? m.shell_lost_title() : m.shell_broken_title()
  const text = missing ? m.shell_missing_text() : lost || down ? m.shell_lost_text() : m.shell_broken_text()
  return (
    <div className="page py-10">
      <title>{`${title} · ${shop.name}`}</title>
      <EmptyState
        heading="h1"
        {...(!lost && !down && { picture })}
        title={title}
        action={
          <>
            {!missing && (
              <Button onClick={lost ? retryConnection : () => void revalidate()} pending={state === 'loading'}>
                {m.shell_try_again()}
              </Button>
            )}
            <ButtonLink to="/products" look={missing ? 'primary' : 'outline'}>
              {m.shell_to_products()}
            </ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}
