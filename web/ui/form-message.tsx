import type { ReactNode } from 'react'
import { m } from '../messages/messages.ts'
import { CircleAlert } from './icons.tsx'
import { RefusalMessage } from './refusal-message.tsx'

/**
 * The reason why a form was refused, beside its button. The toast announces it to screen readers; this message stays.
 * For a wrong code it has the number of remaining tries.
 */
export function FormMessage({ triesLeft, children }: { triesLeft?: number; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="flex items-start gap-2 rounded-tile bg-tomato-soft px-4 py-3 text-tomato">
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <span>
        {typeof children === 'string' ? <RefusalMessage>{children}</RefusalMessage> : children}
        {triesLeft !== undefined && (
          <span role="status" className="block">
            {triesLeft > 0 ? m.account_tries_left({ count: triesLeft }) : m.account_tries_none()}
          </span>
        )}
      </span>
    </p>
  )
}
