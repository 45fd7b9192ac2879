import type { ComponentProps } from 'react'
import type { User } from '../../contract/entities/user.ts'
import { m } from '../messages/messages.ts'
import { UserRound } from '../ui/icons.tsx'

/** The round button of the profile menu. */
export function ProfileButton({ user, ...button }: ComponentProps<'button'> & { user: User }) {
  return (
    <button
      type="button"
      {...button}
      aria-label={m.account_menu({ name: user.name })}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf-deep transition-colors hover:bg-leaf hover:text-on-leaf data-popup-open:bg-leaf data-popup-open:text-on-leaf"
    >
      <UserRound className="size-5" aria-hidden />
    </button>
  )
}
