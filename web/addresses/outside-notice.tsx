import { getLocale, m } from '../messages/messages.ts'
import { PhoneOrContact } from '../page/phone-or-contact.tsx'
import { shop } from '../shop.ts'
import { TriangleAlert } from '../ui/icons.tsx'

/** Says that an address is outside the delivery area, and what to do: before the order, or once it `isOrdered`. */
export function OutsideNotice({ isOrdered = false, className = '' }: { isOrdered?: boolean; className?: string }) {
  const area = getLocale() === 'th' ? shop.deliveryAreaTh : shop.deliveryArea
  return (
    <p role="status" className={`flex items-start gap-2 rounded-tile bg-mango-soft px-4 py-3 text-ink ${className}`}>
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <span>
        {isOrdered ? m.address_outside_ordered({ area }) : m.address_outside({ area })} <PhoneOrContact />
      </span>
    </p>
  )
}
