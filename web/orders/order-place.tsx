import type { OrderAddress } from '../../contract/entities.ts'
import { m } from '../messages/messages.ts'

/** Where an order went, in one line, and below it the note for the rider that went with it. */
export function OrderPlace({ address }: { address: OrderAddress }) {
  const { firstName, lastName, street, city, state, zipcode, country, note } = address
  return (
    <>
      {[`${firstName} ${lastName}`, street, city, `${state} ${zipcode}`, country].join(', ')}
      {note && <span className="block">{m.address_note_of({ note })}</span>}
    </>
  )
}
