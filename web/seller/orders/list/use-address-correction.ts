import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { useAddressInputs } from '../../../addresses/use-address-inputs.ts'
import { useSubmit } from '../../../client/use-submit.ts'
import { withRetries } from '../../../client/with-retries.ts'
import { m } from '../../../messages/messages.ts'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { readOrder } from '../../order-ui/read-order.ts'
import { useFollowed } from '../../order-ui/use-shown.ts'
import { makeAddressCorrection } from './address-correction.ts'

type Options = {
  order: SellerOrder
  /** Whether the order is delivered or cancelled. */
  isDone: boolean
  onClose: () => void
  /** Called with the corrected order, or as it is now if another seller has changed it. */
  onChanged: (order: SellerOrder) => void
  formElement: RefObject<HTMLFormElement | null>
}

/** The state of the form that corrects where an order goes. */
export function useAddressCorrection({ order, isDone, onClose, onChanged, formElement }: Options) {
  const [correction] = useState(() => makeAddressCorrection(order))
  const [initial] = useState(correction.draft)
  const [isFollowed, setFollowed] = useState(false)
  const [isElsewhere, setElsewhere] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const form = useSubmit({ toasts: false })
  const inputs = useAddressInputs({
    form,
    initial,
    onChanged: (draft) => {
      correction.type(draft)
      // The warning was about another address.
      if (isElsewhere) form.clear()
      setElsewhere(false)
    },
  })
  // A press that was meant for the address before a colleague's correction, or before the warning, doesn't save.
  const { fresh } = useFollowed(`${order.addressVersion} ${isElsewhere}`)
  const canSave = !isDone && !fresh

  const follow = useEffectEvent((current: SellerOrder) => {
    const values = correction.follow(current)
    if (!values || !formElement.current) return
    const { label: _, ...fields } = values
    inputs.setValues(formElement.current, fields)
    setFollowed(true)
    setElsewhere(false)
  })
  useEffect(() => follow(order), [order])

  function close() {
    correction.discard()
    onClose()
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!canSave) return
    if (!correction.isChanged()) return close()
    const element = event.currentTarget
    const input = await inputs.check(element)
    if (!input) return
    const { label: _, ...address } = input
    const content = { id: order._id, address, seen: order.addressVersion, elsewhere: isElsewhere }
    const reply = await inputs.send(async () => {
      const corrected = await withRetries(() => sellerApi.order.correctAddress(content))
      if (!corrected.success) await handle(corrected.code)
      return corrected
    }, element)
    if (!reply) return
    toast.success(m.sellerOrders_address_saved({ number: order.number }))
    close()
    onChanged(reply.order)
  }

  async function handle(code: string) {
    setElsewhere(code === 'address_elsewhere' || code === 'address_outside')
    if (code !== 'address_corrected' && code !== 'address_final') return
    const current = await readOrder(order._id)
    if (current) onChanged(current)
  }

  return {
    form,
    inputs,
    /** What the fields begin with. */
    initial,
    /** Whether that was typed before, and kept. */
    wasKept: correction.wasKept,
    /** Whether the fields follow a correction that a colleague has made meanwhile. */
    isFollowed,
    /** Whether the seller was told that the address is in another zone, or in none. */
    isElsewhere,
    canSave,
    save,
    close,
    /** Closes; asks first if what was typed could still be saved. */
    leave: () => (correction.isChanged() && !isDone ? setConfirming(true) : close()),
    /** Whether the seller is asked before what was typed is lost. */
    isConfirming,
    stay: () => setConfirming(false),
  }
}
