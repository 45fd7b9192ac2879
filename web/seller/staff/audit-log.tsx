import { useState } from 'react'
import type { AuditEntry } from '../../../contract/calls/staff.ts'
import { orderStatuses, statusNames } from '../../../contract/orders/order-status.ts'
import { auditDays, auditKinds } from '../../../contract/staff/audit.ts'
import { type AuditName, auditValue, deliverySubject } from '../../../contract/staff/audit-values.ts'
import { auditWords } from '../../../contract/staff/audit-words.ts'
import { cents } from '../../../contract/values/money.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { formatCents } from '../../ui/price.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type SettingChange, settingChanges } from './setting-changes.ts'
import { topicName } from './setting-words.ts'

const kindNames: Record<AuditEntry['kind'], () => string> = {
  product: m.staff_audit_product,
  order: m.staff_audit_order,
  money: m.staff_audit_money,
  promotion: m.staff_audit_promotion,
  delivery: m.staff_audit_delivery,
  settings: m.staff_audit_settings,
  staff: m.staff_audit_staff,
  search: m.staff_audit_search,
}
const actionNames: Record<AuditEntry['action'], () => string> = {
  added: m.staff_audit_added,
  changed: m.staff_audit_changed,
  removed: m.staff_audit_removed,
}

type Filter = { q?: string; by?: string; kind?: AuditEntry['kind']; day?: string }

/**
 * The audit log: the staff's changes, with a search, a page at a time. `people` are the addresses that can be chosen.
 */
export function AuditLog({ people }: { people: readonly string[] }) {
  const [filter, setFilter] = useState<Filter>({})
  /** The cursors of the pages up to the shown one. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const read = useRead(JSON.stringify([filter, cursor]), (signal) =>
    sellerApi.staff.audit(
      {
        q: filter.q || undefined,
        by: filter.by || undefined,
        kind: filter.kind,
        day: filter.day || undefined,
        cursor,
      },
      { signal },
    ),
  )
  const change = (next: Filter) => {
    setFilter({ ...filter, ...next })
    setCursors([])
  }
  return (
    <section>
      <h2 className="mb-3 font-bold text-xl">{m.staff_audit_title()}</h2>
      <div className="mb-3 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SearchField label={m.staff_audit_find()} query={filter.q ?? ''} onSearch={(q) => change({ q })} />
        <Select
          label={m.staff_audit_person()}
          hideLabel
          value={filter.by ?? ''}
          onChange={({ target }) => change({ by: target.value })}
        >
          <option value="">{m.staff_audit_everyone()}</option>
          {people.map((email) => (
            <option key={email} value={email}>
              {email}
            </option>
          ))}
        </Select>
        <Select
          label={m.staff_audit_kind()}
          hideLabel
          value={filter.kind ?? ''}
          onChange={({ target }) => change({ kind: auditKinds.find((kind) => kind === target.value) })}
        >
          <option value="">{m.staff_audit_everything()}</option>
          {auditKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]()}
            </option>
          ))}
        </Select>
        <DateField
          label={<span className="sr-only">{m.staff_audit_day()}</span>}
          value={filter.day ?? ''}
          onDate={(day) => change({ day })}
        />
      </div>
      <ReadResult
        read={read}
        failedTitle={m.staff_audit_failed()}
        heading="h3"
        skeleton={<Skeleton className="h-60 w-full rounded-card" />}
      >
        {({ entries, names, nextCursor }) => (
          <>
            {entries.length === 0 ? (
              <p className="text-muted">{m.staff_audit_none()}</p>
            ) : (
              <ul className="grid gap-2">
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <Entry entry={entry} names={names} />
                  </li>
                ))}
              </ul>
            )}
            <div className="mt-3 flex gap-3 empty:hidden">
              {cursors.length > 0 && (
                <Button variant="outline" onClick={() => setCursors(cursors.slice(0, -1))}>
                  {m.staff_audit_newer()}
                </Button>
              )}
              {nextCursor !== null && (
                <Button variant="outline" onClick={() => setCursors([...cursors, nextCursor])}>
                  {m.staff_audit_older()}
                </Button>
              )}
            </div>
          </>
        )}
      </ReadResult>
      <Keeping />
    </section>
  )
}

function Entry({ entry, names }: { entry: AuditEntry; names: readonly AuditName[] }) {
  const { at, by, kind, action, subject } = entry
  const name =
    kind === 'delivery' ? deliverySubject(subject) : kind === 'settings' ? topicName(subject)[getLocale()] : subject
  return (
    <Card className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{kindNames[kind]()}</span>
        <span>{actionNames[action]()}</span>
        <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
      </p>
      <p className="wrap-anywhere text-muted text-sm">
        <time dateTime={at}>{formatMoment(at)}</time> · {by}
      </p>
      <dl className="mt-1 grid gap-0.5 text-sm">
        {changesOf(entry, names).map(({ label, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes
          <div key={index} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere min-w-0">
              {before !== undefined && <del>{shortened(before)}</del>}
              {before !== undefined && after !== undefined && ' → '}
              {after !== undefined && <ins className="no-underline">{shortened(after)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Returns the changes of an entry by column; of a setting, by field. */
function changesOf({ kind, subject, before, after }: AuditEntry, called: readonly AuditName[]): SettingChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    if (kind === 'settings' && name === 'value')
      return settingChanges(subject, { before: before.value, after: after.value }, getLocale())
    const label = auditWords[name]?.[getLocale()] ?? name.replaceAll('_', ' ')
    const text = (values: Record<string, unknown>) => (name in values ? textOf(name, values[name], called) : undefined)
    return [{ label, before: text(before), after: text(after) }]
  })
}

const shortened = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

/** Returns a column's value as text: sums in the shop's currency, times of its time zone. */
function textOf(name: string, value: unknown, names: readonly AuditName[]): string {
  const { currency, categories, tax } = shop
  const options = { language: getLocale(), symbol: currency.symbol, names, categories, taxClasses: tax.classes }
  const text = auditValue(name, value, options)
  if (text !== undefined) return text
  if (typeof value === 'boolean') return value ? m.staff_audit_yes() : m.staff_audit_no()
  if (typeof value === 'number' && /(^|_)cents$/.test(name))
    return `${value < 0 ? '−' : ''}${formatCents(cents(Math.abs(value)))}`
  if (typeof value === 'string' && /_(at|start)$/.test(name)) return formatMoment(value)
  if (name === 'status') {
    const status = orderStatuses.find((each) => each === value)
    if (status) return statusNames[status][getLocale()]
  }
  if (name === 'language') return value === 'th' ? 'ไทย' : 'English'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The retention time of entries. */
function Keeping() {
  const read = useRead('staff settings', (signal) => sellerApi.staff.settings(undefined, { signal }))
  const form = useSubmit({ toasts: false })
  if (!read.data) return null
  const { settings, version } = read.data
  return (
    <form
      noValidate
      key={version}
      className="mt-5 grid max-w-md gap-3"
      onSubmit={async (event) => {
        const reply = await form.submit(event, (value) =>
          sellerApi.staff.saveSettings({ auditDays: readWhole(value('auditDays')) ?? 0, seen: version }),
        )
        if (!reply) return
        toast.success(reply.message)
        read.reload()
      }}
    >
      <TextField
        name="auditDays"
        label={m.staff_audit_keep()}
        hint={m.staff_audit_keep_hint(auditDays)}
        inputMode="numeric"
        defaultValue={String(settings.auditDays)}
        error={form.fields.auditDays}
        onInput={() => form.clear('auditDays')}
        required
      />
      <FormMessage>{form.fields.auditDays ? undefined : form.message}</FormMessage>
      <div>
        <Button type="submit" variant="soft" pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.staff_save()}
        </Button>
      </div>
    </form>
  )
}
