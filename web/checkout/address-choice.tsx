import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Address } from '../../contract/entities.ts'
import { m } from '../messages/messages.ts'
import type { Session } from '../session/session.ts'
import type { Read } from '../session/use-read.ts'
import { RadioCard } from '../ui/radio-card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { chooseAddress } from './checkout-choice.ts'

type AddressChoiceProps = {
  session: Session['status']
  addresses: Read<{ success: true; addresses: Address[] }>
  selected: Address | undefined
  /** A visitor wanted to change the address. */
  onRefused: () => void
}

/** Where the order goes: the chosen address, the others on demand, and the way to a new one. */
export function AddressChoice({ session, addresses, selected, onRefused }: AddressChoiceProps) {
  const [choosing, setChoosing] = useState(false)
  const saved = addresses.data?.addresses

  if (session === 'visitor')
    return (
      <div className={`flex items-center justify-between gap-x-4 max-[16rem]:flex-wrap ${place}`}>
        <p className="text-muted">{m.cart_login_for_address()}</p>
        <button type="button" onClick={onRefused} aria-label={m.cart_login_to_change()} className={linkClasses}>
          {m.cart_fix_login()}
        </button>
      </div>
    )
  if (!saved) {
    if (addresses.failure === undefined || addresses.loading)
      return (
        <div className={`grid content-evenly ${place}`}>
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      )
    return (
      <div className={`flex items-center justify-between gap-x-4 max-[16rem]:flex-wrap ${place}`}>
        <p className="text-tomato">{addresses.failure}</p>
        <button type="button" onClick={addresses.again} className={linkClasses}>
          {m.cart_again()}
        </button>
      </div>
    )
  }
  if (saved.length === 0)
    return (
      <div className={`flex flex-wrap items-center justify-between gap-x-4 ${place}`}>
        <p className="text-muted">{m.cart_no_address()}</p>
        <AddAddressLink />
      </div>
    )
  if (!choosing)
    return (
      <div className={`flex items-start justify-between gap-x-4 max-[16rem]:flex-wrap ${place}`}>
        {selected && (
          <address className="min-w-0 not-italic">
            <span className="block font-medium">{fullName(selected)}</span>
            <span className="block text-muted">{streetLine(selected)}</span>
            <span className="block text-muted">{placeLine(selected)}</span>
          </address>
        )}
        <button
          type="button"
          onClick={() => setChoosing(true)}
          aria-label={m.cart_change_address_label()}
          aria-expanded={false}
          className={`${linkClasses} -mt-2`}
        >
          {m.cart_change_address()}
        </button>
      </div>
    )
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{m.cart_addresses()}</legend>
      {saved.map((address) => (
        <RadioCard
          key={address._id}
          name="address"
          checked={address._id === selected?._id}
          // The list was opened by the button that it replaces, so the focus goes on to the choice.
          ref={address._id === selected?._id ? focusOnce : undefined}
          onChange={() => chooseAddress(address._id)}
          label={fullName(address)}
          detail={`${streetLine(address)}, ${placeLine(address)}`}
        />
      ))}
      <AddAddressLink />
    </fieldset>
  )
}

/** The three lines of an address, whatever stands there, so that nothing below moves. */
const place = 'min-h-[3lh]'
const linkClasses = 'inline-flex min-h-11 shrink-0 items-center gap-1.5 font-semibold text-leaf hover:underline'

function AddAddressLink() {
  return (
    <Link to="/add-address" className={`${linkClasses} justify-self-start`}>
      <Plus className="size-5" aria-hidden />
      {m.cart_add_address()}
    </Link>
  )
}

const fullName = ({ firstName, lastName }: Address) => `${firstName} ${lastName}`
const streetLine = ({ street, city }: Address) => `${street}, ${city}`
const placeLine = ({ state, zipcode, country }: Address) => `${state} ${zipcode}, ${country}`

function focusOnce(radio: HTMLInputElement | null): void {
  if (radio && !radio.form && document.activeElement === document.body) radio.focus()
}
