import { Link } from 'react-router'
import { shortAddress } from '../addresses/address-lines.ts'
import { chooseAddress } from '../cart/checkout-choice.ts'
import { useDeliveryOptions } from '../cart/delivery-options.ts'
import { deliverToAddress, deliverToPlace, useDestination } from '../cart/destination.ts'
import { api } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { useRead } from '../client/use-read.ts'
import { m } from '../messages/messages.ts'
import { DeliverySummary } from '../page/delivery-summary.tsx'
import { placeName } from '../page/place-name.ts'
import { PlacePicker } from '../page/place-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Plus } from '../ui/icons.tsx'
import { RadioCard } from '../ui/radio-card.tsx'

/** Chooses the destination of the order, one of the shopper's addresses or, without any, a place; and shows the fee. */
export default function DestinationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { place, address } = useDestination()
  const options = useDeliveryOptions()
  const { user } = useSession()
  const saved = useRead(open ? user?._id : undefined, (signal) => api.address.get({ userId: user?._id }, { signal }))
  const addresses = (user && saved.data?.addresses) || []
  return (
    <Dialog open={open} onClose={onClose} title={m.delivery_title()}>
      <div className="grid grid-cols-1 gap-4">
        {addresses.length > 0 && (
          <fieldset className="grid max-h-60 grid-cols-1 gap-2 overflow-y-auto p-0.5">
            <legend className="sr-only">{m.delivery_addresses()}</legend>
            {addresses.map((each) => (
              <RadioCard
                key={each._id}
                name="deliver-to"
                checked={address?._id === each._id}
                onChange={() => {
                  chooseAddress(each._id)
                  deliverToAddress(each, shortAddress(each))
                }}
                label={shortAddress(each)}
                detail={each.street}
              />
            ))}
          </fieldset>
        )}
        {addresses.length > 0 ? (
          <Link
            to="/add-address"
            replace
            onClick={onClose}
            className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-leaf hover:underline"
          >
            <Plus className="size-5" aria-hidden />
            {m.address_add()}
          </Link>
        ) : (
          <PlacePicker label={m.delivery_search()} onPick={deliverToPlace} />
        )}
        {(address || place) && (
          <section aria-live="polite" className="rounded-tile bg-sunken px-4 py-3">
            <h3 className="font-semibold">{address?.label ?? (place && placeName(place))}</h3>
            {options.data ? (
              <DeliverySummary options={options.data} />
            ) : (
              <p className="text-muted">{options.failure ?? m.delivery_loading()}</p>
            )}
          </section>
        )}
        {options.data && (address || place) && (
          <Button onClick={onClose} className="w-full">
            {m.delivery_done()}
          </Button>
        )}
        {(address || place) && options.data?.delivers === false && (
          <Link to="/contact" replace onClick={onClose} className="justify-self-center font-medium text-leaf underline">
            {m.address_contact()}
          </Link>
        )}
      </div>
    </Dialog>
  )
}
