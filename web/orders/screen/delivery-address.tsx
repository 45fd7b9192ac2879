import type { OrderAddress } from '../../../contract/entities/address.ts'
import { m } from '../../messages/messages.ts'

/** An order's delivery address in one line, and the note for the rider. */
export function DeliveryAddress({ address }: { address: OrderAddress }) {
  const { firstName, lastName, street, city, state, zipcode, country, note } = address
  return (
    <>
      {[`${firstName} ${lastName}`, street, city, `${state} ${zipcode}`, country].join(', ')}
      {note && <span className="block">{m.address_note_of({ note })}</span>}
    </>
  )
}
