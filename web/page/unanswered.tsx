import { useState } from 'react'
import { refreshSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Replaces a shopper's content while the session is unknown. */
export function Unanswered({ title }: { title: string }) {
  const [retrying, setRetrying] = useState(false)

  async function again() {
    setRetrying(true)
    await refreshSession()
    setRetrying(false)
  }

  return (
    <EmptyState
      heading="h2"
      title={title}
      action={
        <Button onClick={again} pending={retrying} aria-disabled={retrying || undefined}>
          {m.ui_try_again()}
        </Button>
      }
    >
      {m.shell_unreachable()}
    </EmptyState>
  )
}
