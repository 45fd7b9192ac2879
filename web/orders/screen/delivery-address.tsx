import { streetAndLocality } from '../../../contract/delivery/address-text.ts'
import type { OrderAddress } from '../../../contract/entities/address.ts'
import { m } from '../../messages/messages.ts'

/** An order's delivery address in one line, and the note for the rider. */
export function DeliveryAddress({ address }: { address: OrderAddress }) {
  const { firstName, lastName, country, note } = address
  return (
    <>
      {[`${firstName} ${lastName}`, streetAndLocality(address), country].join(', ')}
      {note && <span className="block">{m.address_note_of({ note })}</span>}
    </>
  )
}
