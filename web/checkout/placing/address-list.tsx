import { useRef, useState } from 'react'
import type { Address } from '../../../contract/entities/address.ts'
import { addressName, localityLine } from '../../addresses/address-lines.ts'
import { chooseAddress } from '../../cart/checkout-choice.ts'
import { api, failureMessage } from '../../client/api.ts'
import { withRetries } from '../../client/with-retries.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Star, Trash2 } from '../../ui/icons.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { toast } from '../../ui/toast.ts'
import { AddAddressLink, addressLine, EditLink, focusIfLost, linkClasses } from './address-links.tsx'

type AddressListProps = { saved: readonly Address[]; selected: Address | undefined; onChanged: () => void }

/** The saved addresses as radio buttons, each with buttons to edit, delete, and make it the default. */
export function AddressList({ saved, selected, onChanged }: AddressListProps) {
  const [toDelete, setToDelete] = useState<string>()
  const [lastDeleted, setLastDeleted] = useState<string>()
  const list = useRef<HTMLFieldSetElement>(null)
  const busy = useRef(false)

  /** Makes one call at a time, then reads the list again. Returns whether the call succeeded. */
  async function change(call: () => ReturnType<typeof api.address.delete>): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    try {
      const reply = await withRetries(call)
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
      // Already deleted, by a call whose reply was lost or in another window.
      const isGone = !reply.success && reply.code === 'address_unknown'
      return isGone ? { success: true, message: m.address_deleted() } : reply
    })
    if (!deleted) return
    setToDelete(undefined)
    const other = saved.find(({ _id }) => _id !== id)
    // After the last address the link to add one appears and takes the focus.
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
          // The list replaces the button that opened it, so the focus moves to the chosen address.
          ref={address._id === selected?._id ? focusIfLost : undefined}
          onChange={() => chooseAddress(address._id)}
          label={addressName(address)}
          detail={
            <>
              {address.street}, {localityLine(address)}
              <span className="block">{address.phone}</span>
              {address.note && <span className="block">{m.address_note_of({ note: address.note })}</span>}
            </>
          }
          actions={
            toDelete === address._id ? (
              <DeleteQuestion onDelete={() => remove(address._id)} onKeep={() => setToDelete(undefined)} />
            ) : (
              <div className="flex flex-wrap gap-x-4 px-4 pb-1">
                <EditLink address={address} />
                <button
                  type="button"
                  // Restores the focus after the question that replaced this button.
                  ref={address._id === lastDeleted ? focusIfLost : undefined}
                  onClick={() => {
                    setLastDeleted(address._id)
                    setToDelete(address._id)
                  }}
                  aria-label={m.address_delete_of({ address: addressLine(address) })}
                  className={linkClasses}
                >
                  <Trash2 className="size-4" aria-hidden />
                  {m.address_delete()}
                </button>
                {/* A single address is always the default. */}
                {saved.length > 1 && <DefaultSwitch address={address} change={change} />}
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
      <Button ref={focusIfLost} variant="outline" onClick={onKeep}>
        {m.address_keep()}
      </Button>
      <Button variant="danger" onClick={onDelete}>
        {m.address_delete()}
      </Button>
    </div>
  )
}

type DefaultSwitchProps = { address: Address; change: (call: () => ReturnType<typeof api.address.default>) => void }

/** A toggle button that makes this address the default. */
function DefaultSwitch({ address, change }: DefaultSwitchProps) {
  const { _id: id, isDefault } = address
  return (
    <button
      type="button"
      onClick={() => {
        // The new default is chosen for this order as well.
        if (!isDefault) chooseAddress(id)
        change(() => api.address.default({ id, isDefault: !isDefault }))
      }}
      aria-pressed={isDefault}
      aria-label={(isDefault ? m.address_default_of : m.address_make_default_of)({ address: addressLine(address) })}
      className={linkClasses}
    >
      <Star className={`size-4 ${isDefault ? 'fill-current' : ''}`} aria-hidden />
      {isDefault ? m.address_default() : m.address_make_default()}
    </button>
  )
}
