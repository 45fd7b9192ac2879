import { type ReactNode, useId, useState } from 'react'
import { deliveryLimits } from '../../../contract/delivery/delivery-limits.ts'
import type { Place } from '../../../contract/entities/delivery.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'
import { deliveryApi } from '../../client/delivery-api.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { districtName, placeName, provinceName, subdistrictName } from '../../page/place-name.ts'
import { usePlaces } from '../../page/place-picker.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { Plus, X } from '../../ui/icons.tsx'
import type { UnchosenSearch } from '../form/use-unchosen.ts'
import { SearchField } from '../ui/search-field.tsx'
import { withPlaces } from './zone-draft.ts'

type Areas = { postcodes: string[]; places: Place[] }
type AreaPickerProps = Areas & {
  /** Zones before this one that have an area, by its code. */
  overlapping: Readonly<Record<string, readonly { name: string; nameTh?: string }[]>>
  error: string | undefined
  onChange: (areas: Areas) => void
  search: UnchosenSearch
}

/** Picks the areas of a zone by typing a sub-district, a district or a postcode. */
export function AreaPicker({ postcodes, places, overlapping, error, onChange, search }: AreaPickerProps) {
  const [query, setQuery] = useState('')
  const id = useId()
  const { places: read, failure } = usePlaces(query)
  const found = read ?? []
  const postcode = asciiDigits(query)
  const isWholePostcode = /^[0-9]{5}$/.test(postcode) && found.length > 0 && !postcodes.includes(postcode)
  const chosen = new Set(places.map(({ subdistrict }) => subdistrict))
  const isFull = places.length >= deliveryLimits.areas || postcodes.length >= deliveryLimits.areas
  const districts = new Map(found.map((place) => [place.subdistrict.slice(0, 4), place]))
  const offered = found.filter(({ subdistrict }) => !chosen.has(subdistrict))

  function choose(areas: Areas) {
    search.onChosen()
    onChange(areas)
  }
  const add = (more: readonly Place[]) => choose({ postcodes, places: withPlaces(places, more) })
  async function addDistrict(district: string) {
    const reply = await deliveryApi.delivery.places({ district }).catch(() => undefined)
    if (reply?.success) add(reply.places)
  }

  return (
    <fieldset name="areas" aria-describedby={noteIds(id, undefined, error)} className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-medium">{m.zones_areas()}</legend>
      <ChosenAreas {...{ postcodes, places, overlapping, onChange }} />
      {!isFull && (
        <>
          <SearchField label={m.zones_areas_add()} query={query} onSearch={setQuery} {...search.field} />
          <ul className="grid max-h-80 gap-0.5 overflow-y-auto empty:hidden">
            {isWholePostcode && (
              <Offer onAdd={() => choose({ postcodes: [...postcodes, postcode].sort(), places })}>
                {m.zones_whole_postcode({ postcode, count: found.length })}
              </Offer>
            )}
            {districts.size <= 3 &&
              [...districts].map(([code, place]) => (
                <Offer key={code} onAdd={() => void addDistrict(code)}>
                  {m.zones_whole_district({ district: districtName(place), province: provinceName(place) })}
                </Offer>
              ))}
            {offered.map((place) => (
              <Offer key={`${place.subdistrict} ${place.postcode}`} onAdd={() => add([place])}>
                {placeName(place)}
                <span className="text-muted"> {`${provinceName(place)} ${place.postcode}`}</span>
              </Offer>
            ))}
          </ul>
          <p role="status" className="text-muted empty:hidden">
            {failure ?? (read?.length === 0 ? m.delivery_no_place() : '')}
          </p>
        </>
      )}
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}

function Offer({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onAdd}
        className="flex min-h-11 w-full items-center gap-3 rounded-tile px-2 py-1 text-start leading-snug hover:bg-sunken"
      >
        <span className="min-w-0 grow">{children}</span>
        <Plus className="size-5 shrink-0 text-leaf" aria-hidden />
      </button>
    </li>
  )
}

type ChosenAreasProps = Omit<AreaPickerProps, 'error' | 'search'>

/** The chosen areas: postcodes, then sub-districts by district. */
function ChosenAreas({ postcodes, places, overlapping, onChange }: ChosenAreasProps) {
  const codes = [...new Set(places.map(({ subdistrict }) => subdistrict.slice(0, 4)))]
  const byDistrict = codes.map((code) => [code, places.filter((place) => place.subdistrict.startsWith(code))] as const)
  if (postcodes.length + places.length === 0) return <p className="text-muted">{m.zones_no_areas()}</p>
  const without = (code: string) => places.filter(({ subdistrict }) => subdistrict !== code)
  return (
    <ul className="grid max-h-120 gap-3 overflow-y-auto">
      {postcodes.length > 0 && (
        <li>
          <p className="mb-1 text-muted text-sm">{m.zones_postcodes()}</p>
          <ul className="flex flex-wrap gap-2">
            {postcodes.map((code) => (
              <Area
                key={code}
                name={code}
                takenBy={overlapping[code]}
                onRemove={() => onChange({ postcodes: postcodes.filter((each) => each !== code), places })}
              />
            ))}
          </ul>
        </li>
      )}
      {byDistrict.map(([code, ofDistrict]) => (
        <li key={code}>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-muted text-sm">
              {ofDistrict[0] && `${districtName(ofDistrict[0])}, ${provinceName(ofDistrict[0])}`}
            </p>
            {ofDistrict.length > 1 && (
              <button
                type="button"
                onClick={() =>
                  onChange({ postcodes, places: places.filter((place) => !place.subdistrict.startsWith(code)) })
                }
                className="min-h-11 font-medium text-leaf text-sm hover:underline"
              >
                {m.zones_remove_all({ district: ofDistrict[0] ? districtName(ofDistrict[0]) : code })}
              </button>
            )}
          </div>
          <ul className="flex flex-wrap gap-2">
            {ofDistrict.map((place) => (
              <Area
                key={place.subdistrict}
                name={subdistrictName(place)}
                takenBy={overlapping[place.subdistrict]}
                onRemove={() => onChange({ postcodes, places: without(place.subdistrict) })}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

type AreaProps = { name: string; takenBy: AreaPickerProps['overlapping'][string] | undefined; onRemove: () => void }

function Area({ name, takenBy, onRemove }: AreaProps) {
  return (
    <li className={`flex items-center rounded-full ps-4 ${takenBy ? 'bg-mango-soft' : 'bg-leaf-soft text-leaf-deep'}`}>
      <span className="leading-tight">
        {name}
        {takenBy && (
          <span className="block text-xs">
            {m.zones_taken({ zone: takenBy.map((zone) => localName(zone)).join(', ') })}
          </span>
        )}
      </span>
      <button
        type="button"
        aria-label={m.zones_remove_area({ name })}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center"
      >
        <X className="size-4" aria-hidden />
      </button>
    </li>
  )
}
