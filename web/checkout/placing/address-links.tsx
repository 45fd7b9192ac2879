import type { Ref } from 'react'
import { Link } from 'react-router'
import type { Address } from '../../../contract/entities/address.ts'
import { addressName } from '../../addresses/address-lines.ts'
import { m } from '../../messages/messages.ts'
import { Pencil, Plus } from '../../ui/icons.tsx'

export const linkClasses =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center gap-1.5 font-semibold text-leaf hover:underline'

export function EditLink({ address }: { address: Address }) {
  return (
    <Link
      to={`/add-address?edit=${address._id}`}
      aria-label={m.address_edit_of({ address: addressLine(address) })}
      className={linkClasses}
    >
      <Pencil className="size-4" aria-hidden />
      {m.address_edit()}
    </Link>
  )
}

export function AddAddressLink({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Link ref={ref} to="/add-address" className={`${linkClasses} justify-self-start`}>
      <Plus className="size-5" aria-hidden />
      {m.address_add()}
    </Link>
  )
}

/** Returns an address in one line, for the accessible names of its buttons. */
export const addressLine = (address: Address) => `${addressName(address)}, ${address.street}`

/** Focuses an element if the focus was lost because the pressed button disappeared. Used as a `ref`. */
export function focusIfLost(element: HTMLElement | null): void {
  if (element && document.activeElement === document.body) element.focus()
}
