import { Link } from 'react-router'
import { m } from '../messages/messages.ts'
import { ChevronRight } from './icons.tsx'

/** A breadcrumb. Its last step is the screen itself. */
export function Breadcrumb({ steps }: { steps: readonly { label: string; to?: string }[] }) {
  return (
    <nav aria-label={m.ui_breadcrumb()} className="text-sm">
      <ol className="flex items-center max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
        {steps.map(({ label, to }, index) => (
          <li key={to ?? label} className="flex shrink-0 items-center last:min-w-0 last:shrink max-sm:last:max-w-full">
            {index > 0 && <ChevronRight className="mx-1 size-4 shrink-0 text-muted" aria-hidden />}
            {to ? (
              <Link to={to} className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="wrap-anywhere font-medium max-sm:truncate">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
