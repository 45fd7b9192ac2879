import { type Ref, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Address } from '../../contract/entities.ts'
import { addressName, placeLine } from '../addresses/address-lines.ts'
import { isOutsideDeliveryArea } from '../addresses/delivery-area.ts'
import { OutsideNotice } from '../addresses/outside-notice.tsx'
import { chooseAddress } from '../cart/checkout-choice.ts'
import { api, failureMessage } from '../client/api.ts'
import { askAgain } from '../client/ask-again.ts'
import type { Session } from '../client/session.ts'
import type { Read } from '../client/use-read.ts'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Pencil, Plus, Star, Trash2 } from '../ui/icons.tsx'
import { RadioCard } from '../ui/radio-card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

type AddressChoiceProps = {
  session: Session['status']
  addresses: Read<{ success: true; addresses: Address[] }>
  selected: Address | undefined
  /** A visitor wanted to change the address. */
  onRefused: () => void
}

/** Where the order goes: the chosen address; on demand the others, what can be done with each, and the way to a new one. */
export function AddressChoice({ session, addresses, selected, onRefused }: AddressChoiceProps) {
  /** The ids in the order in which the list was opened: a new default doesn't move what is under the finger. */
  const [opened, setOpened] = useState<string[]>()
  const saved = addresses.data?.addresses

  if (session === 'visitor')
    return (
      <div className={place}>
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
      <div className={place}>
        <p className="text-tomato">{addresses.failure}</p>
        <button type="button" onClick={addresses.again} className={linkClasses}>
          {m.cart_again()}
        </button>
      </div>
    )
  }
  if (saved.length === 0)
    return (
      <div className={place}>
        <p className="text-muted">{m.cart_no_address()}</p>
        {/* In the place of the list whose last address was deleted. */}
        <AddAddressLink ref={opened ? focusIfLost : undefined} />
      </div>
    )
  const outside = selected && isOutsideDeliveryArea(selected) && <OutsideNotice className="mt-3" />
  if (!opened)
    return (
      <>
        <div className={`flex items-start justify-between gap-x-4 max-[16rem]:flex-wrap ${place}`}>
          {selected && (
            <address className="wrap-anywhere min-w-0 not-italic">
              <span className="block font-medium">{addressName(selected)}</span>
              <span className="block text-muted">{selected.street}</span>
              <span className="block text-muted">{placeLine(selected)}</span>
              <span className="block text-muted">{selected.phone}</span>
              {selected.note && <span className="block text-muted">{m.address_note_of({ note: selected.note })}</span>}
            </address>
          )}
          <div className="-mt-2 grid shrink-0 justify-items-end">
            <button
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
  const at = ({ _id }: Address) => (opened.includes(_id) ? opened.indexOf(_id) : opened.length)
  return (
    <>
      <AddressList
        saved={[...saved].sort((one, other) => at(one) - at(other))}
        selected={selected}
        onChanged={addresses.again}
      />
      {outside}
    </>
  )
}

type AddressListProps = { saved: readonly Address[]; selected: Address | undefined; onChanged: () => void }

function AddressList({ saved, selected, onChanged }: AddressListProps) {
  const [asking, setAsking] = useState<string>()
  const lastAsked = useRef<string>(undefined)
  const list = useRef<HTMLFieldSetElement>(null)
  const busy = useRef(false)

  /** Makes one call at a time and has the list read again; true when the shop agreed. */
  async function change(call: () => ReturnType<typeof api.address.delete>): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    try {
      const reply = await askAgain(call)
      if (reply.success) toast.success(reply.message)
      else toast.error(reply.message)
      return reply.success
    } catch (error) {
      toast.error(failureMessage(error))
      return false
    } finally {
      busy.current = false
      onChanged()
    }
  }

  async function remove(id: string) {
    const deleted = await change(async () => {
      const reply = await api.address.delete({ id })
      // Deleted before: by a call whose answer was lost, or in another window.
      const isGone = !reply.success && reply.code === 'address_unknown'
      return isGone ? { success: true, message: m.address_deleted() } : reply
    })
    if (!deleted) return
    setAsking(undefined)
    const other = saved.find(({ _id }) => _id !== id)
    // Where the address was the last one, the link to a new one comes and takes the focus.
    if (other) list.current?.querySelector<HTMLElement>(`[value="${other._id}"]`)?.focus()
  }

  return (
    <fieldset ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="sr-only">{m.cart_addresses()}</legend>
      {saved.map((address) => (
        <RadioCard
          key={address._id}
          name="address"
          value={address._id}
          checked={address._id === selected?._id}
          // The list was opened by the button that it replaces, so the focus goes on to the choice.
          ref={address._id === selected?._id ? focusIfLost : undefined}
          onChange={() => chooseAddress(address._id)}
          label={addressName(address)}
          detail={
            <>
              {address.street}, {placeLine(address)}
              <span className="block">{address.phone}</span>
              {address.note && <span className="block">{m.address_note_of({ note: address.note })}</span>}
            </>
          }
          actions={
            asking === address._id ? (
              <DeleteQuestion onDelete={() => remove(address._id)} onKeep={() => setAsking(undefined)} />
            ) : (
              <div className="flex flex-wrap gap-x-4 px-4 pb-1">
                <EditLink address={address} />
                <button
                  type="button"
                  // Back from the question that it made way for.
                  ref={address._id === lastAsked.current ? focusIfLost : undefined}
                  onClick={() => {
                    lastAsked.current = address._id
                    setAsking(address._id)
                  }}
                  aria-label={m.address_delete_of({ address: addressInWords(address) })}
                  className={linkClasses}
                >
                  <Trash2 className="size-4" aria-hidden />
                  {m.address_delete()}
                </button>
                <button
                  type="button"
                  onClick={() => {
                    // What orders go to from now on is where this one goes, too.
                    if (!address.isDefault) chooseAddress(address._id)
                    change(() => api.address.default({ id: address._id, isDefault: !address.isDefault }))
                  }}
                  aria-pressed={address.isDefault}
                  aria-label={(address.isDefault ? m.address_default_of : m.address_make_default_of)({
                    address: addressInWords(address),
                  })}
                  className={linkClasses}
                >
                  <Star className={`size-4 ${address.isDefault ? 'fill-current' : ''}`} aria-hidden />
                  {address.isDefault ? m.address_default() : m.address_make_default()}
                </button>
              </div>
            )
          }
        />
      ))}
      <AddAddressLink />
    </fieldset>
  )
}

function DeleteQuestion({ onDelete, onKeep }: { onDelete: () => void; onKeep: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3">
      <span className="me-2 font-medium">{m.address_delete_ask()}</span>
      <Button ref={focusIfLost} look="outline" onClick={onKeep}>
        {m.address_keep()}
      </Button>
      <Button look="danger" onClick={onDelete}>
        {m.address_delete()}
      </Button>
    </div>
  )
}

/** The lines of an address, whatever stands there, so that what is below hardly moves. */
const place = 'min-h-[3lh]'
const linkClasses =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center gap-1.5 font-semibold text-leaf hover:underline'

function EditLink({ address }: { address: Address }) {
  return (
    <Link
      to={`/add-address?edit=${address._id}`}
      aria-label={m.address_edit_of({ address: addressInWords(address) })}
      className={linkClasses}
    >
      <Pencil className="size-4" aria-hidden />
      {m.address_edit()}
    </Link>
  )
}

function AddAddressLink({ ref }: { ref?: Ref<HTMLAnchorElement> | undefined }) {
  return (
    <Link ref={ref} to="/add-address" className={`${linkClasses} justify-self-start`}>
      <Plus className="size-5" aria-hidden />
      {m.cart_add_address()}
    </Link>
  )
}

const addressInWords = (address: Address) => `${addressName(address)}, ${address.street}`

/** Takes the focus where it was lost with the button that made this appear. */
function focusIfLost(element: HTMLElement | null): void {
  if (element && document.activeElement === document.body) element.focus()
}
