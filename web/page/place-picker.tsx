import { useRef, useState } from 'react'
import type { Place } from '../../contract/entities/delivery.ts'
import { deliveryApi } from '../client/delivery-api.ts'
import { useRead } from '../client/use-read.ts'
import { m } from '../messages/messages.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { useSearchText } from '../ui/use-search-text.ts'
import { placeName, provinceName } from './place-name.ts'

type PlacePickerProps = { label: string; onPick: (place: Place) => void }

/** Finds a sub-district by its name, district or postcode, in Thai or English. */
export function PlacePicker({ label, onPick }: PlacePickerProps) {
  const [query, setQuery] = useState('')
  const [text, type, flush] = useSearchText(query, setQuery)
  const input = useRef<HTMLInputElement>(null)
  const { places, failure } = usePlaces(query)

  function pick(place: Place) {
    type('')
    flush('send')
    onPick(place)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        flush('send')
        const [only, ...others] = places ?? []
        if (only && others.length === 0) pick(only)
      }}
      className="grid grid-cols-1 gap-2"
    >
      <SearchInput
        ref={input}
        label={label}
        clearLabel={m.delivery_clear()}
        text={text}
        onType={type}
        onEmptied={() => flush('send')}
      />
      {places && places.length > 0 && (
        <ul className="grid max-h-80 gap-0.5 overflow-y-auto">
          {places.map((place) => (
            <li key={`${place.subdistrict} ${place.postcode}`}>
              <button
                type="button"
                onClick={() => pick(place)}
                className="grid min-h-12 w-full content-center rounded-tile px-3 py-1 text-start leading-snug hover:bg-sunken"
              >
                <span className="font-medium">{placeName(place)}</span>
                <span className="text-muted text-sm">{`${provinceName(place)} ${place.postcode}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-muted empty:hidden">
        {failure ?? (places?.length === 0 ? m.delivery_no_place() : '')}
      </p>
    </form>
  )
}

/** Returns the places that a text finds; undefined for an empty one, and until they are read. */
export function usePlaces(query: string): { places: Place[] | undefined; failure: string | undefined } {
  const { data, failure } = useRead(query === '' ? undefined : query, (signal) =>
    deliveryApi.delivery.places({ q: query }, { signal }),
  )
  return { places: query === '' ? undefined : data?.places, failure: query === '' ? undefined : failure }
}
