import { Link } from 'react-router'
import { telHref } from '../../contract/values/tel-href.ts'
import { m } from '../messages/messages.ts'
import { hasPhone, shop } from '../shop.ts'

/** A link to the shop's phone; to its contact page if it has none. */
export function PhoneOrContact() {
  const { phone } = shop.contact
  if (!hasPhone())
    return (
      <Link to="/contact" className="font-semibold underline">
        {m.address_contact()}
      </Link>
    )
  return (
    <a href={telHref(phone)} className="whitespace-nowrap font-semibold underline">
      {phone}
    </a>
  )
}
