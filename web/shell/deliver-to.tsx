import { useState } from 'react'
import { type DeliveryOptions, useDeliveryOptions } from '../cart/delivery-options.ts'
import { useDestination } from '../cart/destination.ts'
import { localName } from '../messages/local-name.ts'
import { m } from '../messages/messages.ts'
import { earliestText, feeRange, feeText } from '../page/delivery-text.ts'
import { lazyDialog } from '../page/lazy.tsx'
import { subdistrictName } from '../page/place-name.ts'
import { ChevronDown, MapPin, TriangleAlert } from '../ui/icons.tsx'

const DestinationDialog = lazyDialog(() => import('./destination-dialog.tsx'))

/** Shows the destination of the order, its fee and time; a press opens the dialog that changes it. */
export default function DeliverTo() {
  const { place, address } = useDestination()
  const { data } = useDeliveryOptions()
  const [open, setOpen] = useState(false)
  const where = address?.label ?? (place && subdistrictName(place))
  // Before a place is chosen, it shows the default zone.
  const example = where === undefined && data?.zone ? { ...data, name: localName(data.zone) } : undefined
  const isOutside = where !== undefined && data?.delivers === false
  return (
    <div className={isOutside ? 'bg-mango-soft' : undefined}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="page flex min-h-11 w-full items-center gap-2 py-1.5 text-start leading-tight hover:underline max-sm:min-h-13 max-sm:py-0.5"
      >
        {isOutside ? (
          <TriangleAlert className="size-5 shrink-0" aria-hidden />
        ) : (
          <MapPin className="size-5 shrink-0 text-leaf" aria-hidden />
        )}
        {/* On phones fee and time have a line of their own. At double text size nothing is cut, the lines wrap. */}
        <span className="min-w-0 max-[16rem]:*:whitespace-normal sm:flex">
          <span className={`truncate font-semibold ${example ? 'max-sm:sr-only' : 'max-sm:block'}`}>
            {where === undefined
              ? m.delivery_where()
              : isOutside
                ? m.delivery_not_to({ place: where })
                : m.delivery_to({ place: where })}
          </span>
          {example && <span className="block truncate sm:hidden">{m.delivery_example({ place: example.name })}</span>}
          {example && (
            <span className="ms-1 truncate text-muted max-sm:hidden">{`· ${example.name}: ${shortText(example)}`}</span>
          )}
          {data && (example || (where !== undefined && data.delivers)) && (
            <span className="block truncate text-muted text-sm leading-tight sm:hidden">{shortestText(data)}</span>
          )}
          {where !== undefined && data?.delivers && (
            // A long place is cut before the time is.
            <span className="ms-1 max-w-[calc(100%-4rem)] shrink-0 truncate text-muted max-sm:hidden">{`· ${shortText(data)}`}</span>
          )}
        </span>
        <ChevronDown className="size-4 shrink-0" aria-hidden />
      </button>
      <DestinationDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

function shortText(options: DeliveryOptions): string {
  return [earliestText(options), feeText(options)].filter(Boolean).join(' · ')
}

/** For the narrowest screens: the fee and the time. */
function shortestText({ fee, tiers, ...times }: DeliveryOptions): string {
  return [fee > 0 ? feeRange(tiers) : m.delivery_free(), earliestText(times)].filter(Boolean).join(' · ')
}
