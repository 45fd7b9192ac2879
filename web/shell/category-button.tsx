import type { ComponentProps } from 'react'
import { m } from '../messages/messages.ts'
import { ChevronDown } from '../ui/icons.tsx'

/** The header's button that opens the list of categories. */
export function CategoryButton(button: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className="inline-flex min-h-11 items-center gap-1 whitespace-nowrap rounded-full px-3 font-medium transition-colors hover:text-leaf-deep data-popup-open:text-leaf-deep"
    >
      {m.shell_categories()}
      <ChevronDown className="size-4" aria-hidden />
    </button>
  )
}
