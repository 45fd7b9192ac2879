import { useState } from 'react'
import type { Address } from '../../../contract/entities/address.ts'
import { addressName, localityLine } from '../../addresses/address-lines.ts'
import { isOutsideDeliveryArea } from '../../addresses/delivery-area.ts'
import { OutsideNotice } from '../../addresses/outside-notice.tsx'
import { useSession } from '../../client/session.ts'
import type { ReadHandle } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddAddressLink, EditLink, focusIfLost, linkClasses } from './address-links.tsx'
import { AddressList } from './address-list.tsx'

type AddressChoiceProps = {
  addresses: ReadHandle<{ success: true; addresses: Address[] }>
  selected: Address | undefined
  /** Called if a visitor wants to choose an address. */
  onRefused: () => void
}

/** The chosen address and, after a press, the list of all addresses with their actions. */
export function AddressChoice({ addresses, selected, onRefused }: AddressChoiceProps) {
  /** The ids in the order in which the list was opened, so that a new default doesn't move the rows. */
  const [opened, setOpened] = useState<string[]>()
  /** Whether the button that leads to the login was pressed, which is gone afterwards. */
  const [loginOpened, setLoginOpened] = useState(false)
  const saved = addresses.data?.addresses
  const { status } = useSession()

  if (status === 'visitor')
    return (
      <div className={height}>
        <p className="text-muted">{m.cart_login_for_address()}</p>
        <button
          type="button"
          onClick={() => {
            setLoginOpened(true)
            onRefused()
          }}
          aria-label={m.cart_login_to_change()}
          className={linkClasses}
        >
          {m.cart_fix_login()}
        </button>
      </div>
    )
  if (!saved) {
    if (addresses.failure === undefined || addresses.loading)
      return (
        <div className={`grid content-evenly ${height}`}>
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      )
    return (
      <div className={height}>
        <p className="text-tomato">{addresses.failure}</p>
        <button type="button" onClick={addresses.reload} className={linkClasses}>
          {m.ui_try_again()}
        </button>
      </div>
    )
  }
  if (saved.length === 0)
    return (
      <div className={height}>
        <p className="text-muted">{m.cart_no_address()}</p>
        {/* If the last address of the opened list was deleted, or after the login, this link gets the focus. */}
        <AddAddressLink ref={opened || loginOpened ? focusIfLost : undefined} />
      </div>
    )
  const outside = selected && isOutsideDeliveryArea(selected) && <OutsideNotice className="mt-3" />
  if (!opened)
    return (
      <>
        <div className={`flex items-start justify-between gap-x-4 max-[16rem]:flex-wrap ${height}`}>
          {selected && (
            <address className="wrap-anywhere min-w-0 not-italic">
              <span className="block font-medium">{addressName(selected)}</span>
              <span className="block text-muted">{selected.street}</span>
              <span className="block text-muted">{localityLine(selected)}</span>
              <span className="block text-muted">{selected.phone}</span>
              {selected.note && <span className="block text-muted">{m.address_note_of({ note: selected.note })}</span>}
            </address>
          )}
          <div className="-mt-2 grid shrink-0 justify-items-end">
            <button
              ref={loginOpened ? focusIfLost : undefined}
              type="button"
              onClick={() => setOpened(saved.map(({ _id }) => _id))}
              aria-label={m.cart_change_address_label()}
              aria-expanded={false}
              className={linkClasses}
            >
              {m.cart_change_address()}
            </button>
            {selected && <EditLink address={selected} />}
          </div>
        </div>
        {outside}
      </>
    )
  const position = ({ _id }: Address) => (opened.includes(_id) ? opened.indexOf(_id) : opened.length)
  return (
    <>
      <AddressList
        saved={[...saved].sort((a, b) => position(a) - position(b))}
        selected={selected}
        onChanged={addresses.reload}
      />
      {outside}
    </>
  )
}

/** Reserves the height of an address, so that the content below hardly moves. */
const height = 'min-h-[3lh]'
