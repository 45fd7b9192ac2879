import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WindowTemplate } from '../../../contract/calls/windows.ts'
import { daysOutside, type OpeningSpan } from '../../../contract/delivery/opening-hours.ts'
import { newId } from '../../client/new-id.ts'
import { reloadShop } from '../../client/reload-shop.ts'
import { useRead } from '../../client/use-read.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { UnsavedGuard } from '../drafts/unsaved.tsx'
import { RemoveDialog } from '../form/remove-dialog.tsx'
import { LoadingBlock, ReadResult } from '../ui/read-result.tsx'
import { noTimesText } from './none-text.ts'
import { TemplateForm } from './template-form.tsx'
import { dayNames, daysText, hoursText } from './template-name.ts'

/** The weekly templates, and the form of one of them. */
export function Templates() {
  const read = useRead('templates', (signal) => sellerApi.delivery.templates(undefined, { signal }))
  const { data, reload } = read
  const [edited, setEdited] = useState<{ template: WindowTemplate | undefined; newId: string }>()
  const heading = useRef<HTMLHeadingElement>(null)

  function show(next: typeof edited) {
    setEdited(next)
    heading.current?.focus()
    window.scrollTo(0, 0)
  }
  function close() {
    show(undefined)
    changed()
  }
  function changed() {
    reload()
    // The orders of this tab can be moved once there is a time.
    void reloadShop()
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="display-2">
          {!edited ? m.windows_week_title() : edited.template ? m.windows_week_edit() : m.windows_week_new()}
        </h1>
        {!edited && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link
              to="/seller/windows"
              className="inline-flex min-h-11 items-center font-medium text-leaf hover:underline"
            >
              {m.windows_board_link()}
            </Link>
            {data && (
              <Button onClick={() => show({ template: undefined, newId: newId() })}>{m.windows_week_add()}</Button>
            )}
          </div>
        )}
      </div>
      <UnsavedGuard />
      {edited && data ? (
        <TemplateForm {...edited} zones={data.zones} week={data.week} onClose={close} />
      ) : (
        <ReadResult
          read={read}
          heading="h2"
          failedTitle={m.windows_week_failed()}
          skeleton={<LoadingBlock text={m.windows_week_loading()} size="h-60 max-w-4xl" />}
        >
          {(data) => (
            <List
              templates={data.templates}
              zones={data.zones}
              week={data.week}
              onEdit={(template) => show({ template, newId: '' })}
              onChanged={changed}
            />
          )}
        </ReadResult>
      )}
    </>
  )
}

type ListProps = {
  templates: readonly WindowTemplate[]
  zones: readonly { id: string; name: string; nameTh?: string }[]
  week: readonly OpeningSpan[] | null
  onEdit: (template: WindowTemplate) => void
  onChanged: () => void
}

function List({ templates, zones, week, onEdit, onChanged }: ListProps) {
  const [removing, setRemoving] = useState<WindowTemplate>()
  if (templates.length === 0)
    return (
      <EmptyState heading="h2" title={m.windows_week_none()}>
        {noTimesText()}
      </EmptyState>
    )
  const zoneNames = (ids: readonly string[]) =>
    zones
      .filter(({ id }) => ids.includes(id))
      .map(localName)
      .join(', ')
  return (
    <>
      <ul className="grid max-w-4xl gap-3">
        {templates.map((template) => (
          <li key={template.id}>
            <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
              <div className="min-w-0 grow basis-60">
                <h2 className="figures flex flex-wrap items-center gap-2 font-semibold text-lg">
                  {hoursText(template)}
                  {!template.active && <Badge>{m.windows_week_off()}</Badge>}
                </h2>
                <p className="wrap-anywhere text-muted">
                  {[
                    daysText(template),
                    m.windows_week_capacity({ count: template.capacity }),
                    ...(template.fee > 0 ? [m.windows_fee({ amount: formatAmount(template.fee) })] : []),
                    ...(zones.length > 0
                      ? [template.zones ? zoneNames(template.zones) : m.windows_week_every_zone()]
                      : []),
                  ].join(' · ')}
                </p>
                <Outside template={template} week={week} />
              </div>
              <div className="flex gap-2">
                <Button
                  variant="soft"
                  aria-label={m.windows_week_edit_named({ name: `${daysText(template)} ${hoursText(template)}` })}
                  onClick={() => onEdit(template)}
                >
                  {m.windows_change()}
                </Button>
                <Button
                  variant="outline"
                  aria-label={m.windows_remove_named({ name: `${daysText(template)} ${hoursText(template)}` })}
                  onClick={() => setRemoving(template)}
                >
                  {m.windows_remove()}
                </Button>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      {removing && (
        <RemoveDialog
          title={m.windows_remove_named({ name: `${daysText(removing)} ${hoursText(removing)}` })}
          text={m.windows_remove_text()}
          labels={{ keep: m.windows_remove_keep(), remove: m.windows_remove() }}
          remove={async () => {
            const { id, version } = removing
            const reply = await sellerApi.delivery.removeTemplate({ id, seen: version })
            if (reply.success) onChanged()
            return reply
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

/** The days on which a time isn't offered, because the shop is closed. */
function Outside({ template, week }: { template: WindowTemplate; week: readonly OpeningSpan[] | null }) {
  const days = week ? daysOutside(week, template) : []
  if (days.length === 0) return null
  return <p className="font-medium text-sm text-tomato">{m.windows_outside({ days: dayNames(days) })}</p>
}
