import type { ReactNode } from 'react'
import { m } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type AccountFrameProps = {
  title: string
  text?: ReactNode
  /** Shows the outline of a form while the session is unknown. */
  waiting?: boolean
  wide?: boolean
  children?: ReactNode
}

/** The narrow card of the account screens. A wide one reserves its space, so that the footer doesn't move. */
export function AccountFrame({ title, text, waiting = false, wide = false, children }: AccountFrameProps) {
  return (
    <div className={`mx-auto py-6 sm:py-14 ${wide ? 'min-h-dvh max-w-3xl' : 'max-w-lg'}`}>
      <Card className="p-5 sm:p-8">
        <h1 tabIndex={-1} className="display-2">
          {title}
        </h1>
        {text && <p className="mt-2 text-muted">{text}</p>}
        <div className="mt-6">{waiting ? <WaitingForm /> : children}</div>
      </Card>
    </div>
  )
}

function WaitingForm() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{m.ui_loading()}</span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-12 w-full rounded-full" />
    </div>
  )
}
