import { type ReactNode, useId, useRef, useState } from 'react'
import type { Promotion } from '../../../contract/entities/promotion.ts'
import { api } from '../../client/api.ts'
import { newId } from '../../client/new-id.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { localeTag } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { discountName } from '../../product/discount-name.ts'
import { sizedName } from '../../product/sized-name.ts'
import { Badge, type BadgeVariant } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronDown } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { UnsavedGuard } from '../drafts/unsaved.tsx'
import { LoadingBlock, ReadResult } from '../ui/read-result.tsx'
import { namedProducts, promotionFacts } from './promotion-facts.ts'
import { PromotionForm } from './promotion-form.tsx'

/** The shop's promotions, and the form of one of them. */
export default function ManagePromotions() {
  const read = useRead('promotions', (signal) => sellerApi.promotion.list({}, { signal }))
  const { data, reload } = read
  const [edited, setEdited] = useState<{ promotion: Promotion | undefined; newId: string }>()
  const heading = useRef<HTMLHeadingElement>(null)

  function close() {
    setEdited(undefined)
    reload()
    heading.current?.focus()
    window.scrollTo(0, 0)
  }
  function open(promotion?: Promotion) {
    setEdited({ promotion, newId: newId() })
    heading.current?.focus()
    window.scrollTo(0, 0)
  }

  return (
    <>
      <div className="mb-4 flex max-w-4xl flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="display-2">
          {!edited ? m.promotions_title() : edited.promotion ? m.promotions_edit() : m.promotions_new()}
        </h1>
        {!edited && data && <Button onClick={() => open()}>{m.promotions_add()}</Button>}
      </div>
      <UnsavedGuard />
      {edited && data ? (
        <PromotionForm {...edited} promotions={data.promotions} onClose={close} />
      ) : (
        <ReadResult
          read={read}
          heading="h2"
          failedTitle={m.promotions_failed()}
          skeleton={<LoadingBlock text={m.promotions_loading()} size="h-60 max-w-4xl" />}
        >
          {(data) => (
            <>
              <List promotions={data.promotions} onEdit={open} onChanged={reload} />
              <Archive changes={data.promotions.map(({ id }) => id).join()} />
            </>
          )}
        </ReadResult>
      )}
    </>
  )
}

const states: Record<Promotion['state'], { label: () => string; variant: BadgeVariant }> = {
  on: { label: m.promotions_state_on, variant: 'leaf' },
  off: { label: m.promotions_state_off, variant: 'plain' },
  later: { label: m.promotions_state_later, variant: 'low' },
  ended: { label: m.promotions_state_ended, variant: 'plain' },
  'used up': { label: m.promotions_state_used_up, variant: 'warning' },
  archived: { label: m.promotions_state_archived, variant: 'plain' },
}

type ListProps = {
  promotions: readonly Promotion[]
  onEdit: (promotion: Promotion) => void
  onChanged: () => void
}

function List({ promotions, onEdit, onChanged }: ListProps) {
  const [ending, setEnding] = useState<Promotion>()
  const productNames = useProductNames(promotions)
  if (promotions.length === 0)
    return (
      <EmptyState heading="h2" title={m.promotions_none()}>
        {m.promotions_none_text()}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid max-w-4xl gap-3">
        {promotions.map((promotion) => (
          <Item key={promotion.id} promotion={promotion} productNames={productNames}>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="soft"
                aria-label={m.promotions_edit_named({ name: discountName(promotion) })}
                onClick={() => onEdit(promotion)}
              >
                {m.form_change()}
              </Button>
              <Button
                variant="outline"
                aria-label={m.promotions_end_named({ name: discountName(promotion) })}
                onClick={() => setEnding(promotion)}
              >
                {m.promotions_end()}
              </Button>
            </div>
          </Item>
        ))}
      </ul>
      <p className="mt-4 max-w-4xl text-muted text-sm">{m.promotions_rule()}</p>
      {ending && <EndDialog promotion={ending} onClose={() => setEnding(undefined)} onEnded={onChanged} />}
    </>
  )
}

type Names = ReadonlyMap<string, string>

/** Returns the names of the products that a list of promotions names; undefined until they are read. */
function useProductNames(promotions: readonly Promotion[]): Names | undefined {
  const ids = namedProducts(promotions).join(',')
  const { data } = useRead(ids === '' ? undefined : ids, (signal) => api.product.byIds({ ids }, { signal }))
  if (ids === '') return new Map()
  return data && new Map([...data.products, ...(data.gone ?? [])].map((each) => [each._id, sizedName(each)]))
}

type ItemProps = { promotion: Promotion; productNames: Names | undefined; children?: ReactNode }

/** A promotion with its state, goods and uses, and the buttons for it. */
function Item({ promotion, productNames, children }: ItemProps) {
  const { label, variant } = states[promotion.state]
  return (
    <li>
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
        <div className="min-w-0 grow basis-60">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-lg">
            <span className="wrap-anywhere">{discountName(promotion)}</span>
            <Badge variant={variant}>{label()}</Badge>
          </h2>
          <p className="wrap-anywhere min-h-6 text-muted">{productNames && promotionFacts(promotion, productNames)}</p>
          {(promotion.startsAt || promotion.endsAt) && (
            <p className="figures text-muted text-sm">
              {`${shownTime(promotion.startsAt)} – ${shownTime(promotion.endsAt)}`}
            </p>
          )}
        </div>
        {children}
      </Card>
    </li>
  )
}

/** The button that shows the promotions that were ended. `changes` changes with the list of the others. */
function Archive({ changes }: { changes: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mt-6 max-w-4xl">
      <Button variant="ghost" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className="-ms-5">
        <ChevronDown className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} aria-hidden />
        {m.promotions_archived()}
      </Button>
      <div id={id}>{open && <Archived key={changes} />}</div>
    </div>
  )
}

function Archived() {
  const { data, failure, reload } = useRead('archived promotions', (signal) =>
    sellerApi.promotion.list({ archived: 'true' }, { signal }),
  )
  const productNames = useProductNames(data?.promotions ?? [])
  if (failure !== undefined && !data)
    return (
      <EmptyState
        heading="h2"
        title={m.promotions_failed()}
        action={<Button onClick={reload}>{m.ui_try_again()}</Button>}
      >
        {failure}
      </EmptyState>
    )
  if (!data) return <Skeleton className="h-24 w-full rounded-card" />
  if (data.promotions.length === 0) return <p className="text-muted">{m.promotions_archived_none()}</p>
  return (
    <ul className="grid gap-3">
      {data.promotions.map((promotion) => (
        <Item key={promotion.id} promotion={promotion} productNames={productNames} />
      ))}
    </ul>
  )
}

/** Returns a minute of the shop's time zone as people read it. */
function shownTime(local: string | null | undefined): string {
  if (!local) return '…'
  const format = new Intl.DateTimeFormat(localeTag(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${local}:00Z`))
}

type EndDialogProps = { promotion: Promotion; onClose: () => void; onEnded: () => void }

/** Asks before a promotion is ended for good. */
function EndDialog({ promotion, onClose, onEnded }: EndDialogProps) {
  const form = useSubmit()
  const keep = useRef<HTMLButtonElement>(null)
  async function end() {
    const reply = await form.send(() => sellerApi.promotion.archive({ id: promotion.id, seen: promotion.version }))
    onClose()
    if (reply) toast.success(reply.message)
    onEnded()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.promotions_end_named({ name: discountName(promotion) })}
      initialFocus={keep}
    >
      <p>{m.promotions_end_text()}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={keep} variant="outline" onClick={onClose}>
          {m.form_keep()}
        </Button>
        <Button onClick={end} pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.promotions_end()}
        </Button>
      </div>
    </Dialog>
  )
}
