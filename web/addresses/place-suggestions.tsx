import { useEffect, useRef } from 'react'
import { isThaiPostcode } from '../../contract/delivery/address-rules.ts'
import type { Place } from '../../contract/entities/delivery.ts'
import { useCart } from '../cart/cart.ts'
import { forLines } from '../cart/delivery-options.ts'
import { deliveryApi } from '../client/delivery-api.ts'
import { useRead } from '../client/use-read.ts'
import { getLocale, m } from '../messages/messages.ts'
import { DeliverySummary } from '../page/delivery-summary.tsx'
import { placeName, provinceName, subdistrictName } from '../page/place-name.ts'

type PlaceSuggestionsProps = {
  /** In Arabic digits, as typed so far. */
  postcode: string
  /** The places of a complete postcode; undefined until they are read. */
  ofPostcode: readonly Place[] | undefined
  city: string
  /** Whether it is the shopper's own address: the fee and the times of the cart depend on it. */
  isOwn: boolean
  onChoose: (button: HTMLButtonElement, place: Place) => void
}

/** Names that a search by the district's field offers at once. */
const maxSuggestions = 6

/**
 * In a shop with delivery zones: the sub-districts that match the typed postcode or district; a press fills one in.
 */
export default function PlaceSuggestions({ postcode, ofPostcode, city, isOwn, onChoose }: PlaceSuggestionsProps) {
  const isWhole = isThaiPostcode(postcode)
  const text = city.trim()
  const searched = !isWhole && text.length >= 2 ? text : undefined
  const { data } = useRead(searched, (signal) => deliveryApi.delivery.places({ q: text }, { signal }))
  const places = (isWhole ? ofPostcode : searched && data?.places) || []
  const isChosen = places.some((place) => namesOf(place).some((name) => text.includes(name)))
  const lines = Object.keys(useCart().items).length
  const query = forLines(lines, { postcode, ...(text !== '' && { city: text }) })
  const queryKey = JSON.stringify(query)
  const requestedKey = useRef('')
  const showsTimes = isOwn && isWhole && places.length > 0
  const delivery = useRead(showsTimes ? postcode : undefined, (signal) => {
    requestedKey.current = queryKey
    return deliveryApi.delivery.options(query, { signal })
  })
  // The shown fee stays until that of the next letter is known (stale-while-revalidate).
  const { changed } = delivery
  useEffect(() => {
    if (requestedKey.current !== queryKey) changed()
  }, [queryKey, changed])
  const others = isWhole ? (isChosen ? [] : placesIn(places, text)) : places.slice(0, maxSuggestions)
  if (others.length === 0 && !(showsTimes && delivery.data)) return null
  return (
    <div className="grid gap-2 sm:col-span-2">
      {others.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is a group of fields, these are buttons
        <div role="group" aria-label={m.address_subdistricts()} className="grid gap-1.5">
          <p className="text-muted text-sm">{m.address_subdistricts()}</p>
          <div className="flex flex-wrap gap-2">
            {others.map((place) => (
              <button
                key={`${place.subdistrict} ${place.postcode}`}
                type="button"
                onClick={({ currentTarget }) => onChoose(currentTarget, place)}
                className="min-h-11 rounded-full border border-edge bg-surface px-4 py-1 font-medium leading-tight transition-colors hover:border-leaf hover:text-leaf-deep"
              >
                {isWhole ? subdistrictName(place) : wholeName(place)}
              </button>
            ))}
          </div>
          {isWhole && text !== '' && (
            <p className="font-medium text-sm">
              {isOwn ? m.address_subdistrict_missing() : m.address_subdistrict_missing_order()}
            </p>
          )}
        </div>
      )}
      {showsTimes && delivery.data && (
        <div role="status" className="rounded-tile bg-sunken px-4 py-3">
          <DeliverySummary options={delivery.data} />
        </div>
      )}
    </div>
  )
}

/** Returns the places in the district that a text names, in either language; all of them if it names none. */
export function placesIn(places: readonly Place[], text: string): readonly Place[] {
  const typed = text.toLowerCase()
  const named = places.filter(({ district, districtTh }) =>
    [district.toLowerCase(), districtTh].some((name) => typed.includes(name)),
  )
  return named.length > 0 ? named : places
}

/** Returns a place with its province and postcode; English has a comma between the names. */
const wholeName = (place: Place) =>
  `${placeName(place)}${getLocale() === 'th' ? '' : ','} ${provinceName(place)} ${place.postcode}`

/** The ways in which the form writes a place, in both languages. */
const namesOf = ({ name, nameTh, district, districtTh }: Place): string[] => [
  `${name}, ${district}`,
  `แขวง${nameTh} เขต${districtTh}`,
  `ต.${nameTh} อ.${districtTh}`,
]
