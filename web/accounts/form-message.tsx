import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { languageOf } from '../messages/language-of.ts'

/** Why a form wasn't taken, beside its button. The toast has said it aloud; this one stays to be read. */
export function FormMessage({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="flex items-start gap-2 rounded-tile bg-tomato-soft px-4 py-3 text-tomato">
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <span lang={typeof children === 'string' ? languageOf(children) : undefined}>{children}</span>
    </p>
  )
}
