import { useEffect, useRef, useState } from 'react'
import type { LostPlaces, Zone } from '../../../contract/entities/delivery.ts'
import { newId } from '../../client/new-id.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { shopCountry } from '../../messages/shop-country.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { MoveButton } from '../form/move-button.tsx'
import { movedInList } from '../form/moved-in-list.ts'
import { RemoveDialog } from '../form/remove-dialog.tsx'
import { LoadingBlock, ReadResult } from '../ui/read-result.tsx'
import { lostText, namesText, overlapText, zoneFacts } from './zone-facts.ts'
import { ZoneForm } from './zone-form.tsx'

type ZonesProps = { onForm: (isOpen: boolean) => void; onSaved: () => void }

/** The zones in the order in which an address is looked up, or the form of one of them; `onForm` is told which. */
export function Zones({ onForm, onSaved }: ZonesProps) {
  const read = useRead('zones', (signal) => sellerApi.delivery.zones(undefined, { signal }))
  const { data, reload } = read
  const [edited, setEdited] = useState<{ zone: Zone | undefined; newId: string }>()
  /** What the last change took out of its zone. */
  const [lost, setLost] = useState<readonly LostPlaces[]>([])
  const note = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // A zone at the end of a long list was removed.
    if (lost.length > 0) note.current?.scrollIntoView({ block: 'nearest' })
  }, [lost])

  function show(next: typeof edited) {
    setEdited(next)
    setLost([])
    onForm(next !== undefined)
    if (!next) reload()
    heading.current?.focus()
    window.scrollTo(0, 0)
  }

  return (
    <section className="mb-10">
      <div className="mb-3 flex max-w-4xl flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-bold text-2xl">
          {!edited ? m.zones_title() : edited.zone ? m.zones_edit() : m.zones_new()}
        </h2>
        {!edited && data && data.zones.length > 0 && (
          <Button onClick={() => show({ zone: undefined, newId: newId() })}>{m.zones_add()}</Button>
        )}
      </div>
      <div
        ref={note}
        role="status"
        className="mb-3 grid max-w-4xl gap-1 rounded-tile bg-mango-soft px-4 py-3 empty:hidden"
      >
        {lost.map(lostText).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {edited ? (
        <EditedZone
          {...edited}
          onSaved={(places) => {
            setLost(places)
            onSaved()
          }}
          onClose={() => show(undefined)}
        />
      ) : (
        <ReadResult
          read={read}
          heading="h3"
          failedTitle={m.zones_failed()}
          skeleton={<LoadingBlock text={m.zones_loading()} size="h-60 max-w-4xl" />}
        >
          {(data) => (
            <ZoneList
              zones={data.zones}
              onAdd={() => show({ zone: undefined, newId: newId() })}
              onEdit={(zone) => show({ zone, newId: zone.id })}
              onChanged={(places) => {
                setLost(places)
                reload()
                onSaved()
              }}
            />
          )}
        </ReadResult>
      )}
    </section>
  )
}

type EditedZoneProps = {
  zone: Zone | undefined
  newId: string
  onSaved: (lost: readonly LostPlaces[]) => void
  onClose: () => void
}

/** The form, once the areas of its zone are read. */
function EditedZone({ zone, ...props }: EditedZoneProps) {
  const id = zone?.id
  const read = useRead(id, (signal) => sellerApi.delivery.zone({ id: id ?? '' }, { signal }))
  if (!zone) return <ZoneForm saved={undefined} {...props} />
  return (
    <ReadResult
      read={read}
      heading="h3"
      failedTitle={m.zones_failed()}
      skeleton={<Skeleton className="h-120 w-full max-w-4xl rounded-card" />}
    >
      {(saved) => <ZoneForm saved={saved} {...props} />}
    </ReadResult>
  )
}

type ZoneListProps = {
  zones: readonly Zone[]
  onAdd: () => void
  onEdit: (zone: Zone) => void
  /** Called with what a removal took out of its zone. */
  onChanged: (lost: readonly LostPlaces[]) => void
}

function ZoneList({ zones: read, onAdd, onEdit, onChanged }: ZoneListProps) {
  const [removing, setRemoving] = useState<Zone>()
  const [moved, setMoved] = useState<{ read: readonly Zone[]; zones: readonly Zone[] }>()
  const form = useSubmit()
  // The order of a move is shown until the zones are read again.
  const zones = moved?.read === read ? moved.zones : read

  async function move(index: number, by: -1 | 1) {
    const seen = zones.map(({ id }) => id)
    if (form.pending) return
    const next = movedInList(zones, index, by)
    setMoved({ read, zones: next })
    const reply = await form.send(() => sellerApi.delivery.reorderZones({ zones: next.map(({ id }) => id), seen }))
    if (!reply) setMoved(undefined)
    onChanged([])
  }

  if (zones.length === 0)
    return (
      <EmptyState heading="h3" title={m.zones_none()} action={<Button onClick={onAdd}>{m.zones_add()}</Button>}>
        {m.zones_none_text()}
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 max-w-4xl text-muted">
        {m.zones_rule()} {zones.some(({ everywhere }) => everywhere) ? m.zones_rule_rest() : m.zones_rule_outside()}
      </p>
      <ol className="grid max-w-4xl gap-3">
        {zones.map((zone, index) => (
          <li key={zone.id}>
            <ZoneRow
              zone={zone}
              isAlone={zones.length === 1}
              mayMoveUp={index > 0 && !zone.everywhere}
              mayMoveDown={index < zones.length - 1 && zones[index + 1]?.everywhere !== true}
              onMove={(by) => void move(index, by)}
              onEdit={() => onEdit(zone)}
              onRemove={() => setRemoving(zone)}
            />
          </li>
        ))}
      </ol>
      {removing && (
        <RemoveDialog
          title={m.zones_remove_named({ name: localName(removing) })}
          text={zones.length === 1 ? m.zones_remove_last_text() : m.zones_remove_text()}
          labels={{ keep: m.form_keep(), remove: m.zones_remove() }}
          remove={async () => {
            const { id, version } = removing
            let lost: readonly LostPlaces[] = []
            try {
              const reply = await sellerApi.delivery.removeZone({ id, seen: version })
              if (reply.success) lost = reply.left
              return reply
            } finally {
              onChanged(lost)
            }
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

type ZoneRowProps = {
  zone: Zone
  /** Whether it is the only one. */
  isAlone: boolean
  mayMoveUp: boolean
  mayMoveDown: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onRemove: () => void
}

function ZoneRow({ zone, isAlone, mayMoveUp, mayMoveDown, onMove, onEdit, onRemove }: ZoneRowProps) {
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      {!isAlone && (
        <div className="grid shrink-0">
          <MoveButton
            label={m.zones_up({ name: localName(zone) })}
            isUp
            disabled={!mayMoveUp}
            onMove={() => onMove(-1)}
          />
          <MoveButton
            label={m.zones_down({ name: localName(zone) })}
            disabled={!mayMoveDown}
            onMove={() => onMove(1)}
          />
        </div>
      )}
      <div className="min-w-0 grow basis-44 sm:basis-60">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold text-lg">
          <span className="wrap-anywhere">{localName(zone)}</span>
          {zone.isDefault && <Badge variant="leaf">{m.zones_is_default()}</Badge>}
          {zone.everywhere && !isAlone && <Badge variant="leaf">{m.zones_is_rest()}</Badge>}
          {zone.takesUnknown && <Badge variant="leaf">{m.zones_is_unknown()}</Badge>}
        </h3>
        <p>{zoneFacts(zone)}</p>
        <p className="wrap-anywhere text-muted text-sm">{areasOf(zone)}</p>
        <Overlap zone={zone} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" aria-label={m.zones_edit_named({ name: localName(zone) })} onClick={onEdit}>
          {m.form_change()}
        </Button>
        <Button variant="outline" aria-label={m.zones_remove_named({ name: localName(zone) })} onClick={onRemove}>
          {m.zones_remove()}
        </Button>
      </div>
    </Card>
  )
}

function Overlap({ zone }: { zone: Zone }) {
  const text = overlapText(zone)
  return text && <p className="text-sm">{text}</p>
}

function areasOf({ first, areas, everywhere, takesUnknown }: Zone): string {
  if (everywhere) return m.zones_everywhere({ country: shopCountry() })
  if (areas === 0) return takesUnknown ? m.zones_only_others() : m.zones_no_areas()
  return namesText(first, areas)
}
