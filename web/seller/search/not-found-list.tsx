import { useRef, useState } from 'react'
import type { NotFoundSearch } from '../../../contract/entities/search.ts'
import { formatShortDay } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { X } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { toastFailure } from '../ui/toast-failure.ts'
import { SynonymForm } from './synonym-form.tsx'

/** Searches that found nothing, each with the remedies: a synonym or a new product. */
export function NotFoundList({ searches, onChanged }: { searches: readonly NotFoundSearch[]; onChanged: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  /** The search for which a synonym is typed. */
  const [open, setOpen] = useState<string>()
  const [dismissing, setDismissing] = useState<string>()

  /** The focused element is gone. */
  function toHeading() {
    list.current?.closest('section')?.querySelector('h2')?.focus()
  }

  async function dismiss(q: string) {
    if (dismissing !== undefined) return
    setDismissing(q)
    try {
      const reply = await sellerApi.search.dismiss({ q })
      if (reply.success) {
        toast.success(reply.message)
        toHeading()
        onChanged()
      } else toast.error(reply.message)
    } catch (error) {
      toastFailure(error)
    }
    setDismissing(undefined)
  }

  if (searches.length === 0)
    return <p className="rounded-tile bg-leaf-soft px-4 py-3">{m.searchWords_not_found_none()}</p>
  return (
    <ul ref={list} className="grid divide-y divide-line border-line border-t">
      {searches.map(({ q, count, lastSeen }) => (
        <li key={q} className="grid gap-2 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
            <p className="min-w-0 grow basis-40">
              <strong className="wrap-anywhere font-semibold">{q}</strong>
              <span className="figures block text-muted text-sm">
                {m.searchWords_searched({ count, day: formatShortDay(lastSeen) })}
              </span>
            </p>
            <div className="flex items-center gap-2">
              <Button
                variant="soft"
                aria-expanded={open === q}
                aria-label={m.searchWords_same_as_of({ q })}
                onClick={() => setOpen(open === q ? undefined : q)}
                className="px-4!"
              >
                {m.searchWords_same_as()}
              </Button>
              <ButtonLink
                to="/seller"
                state={{ named: q }}
                variant="outline"
                aria-label={m.searchWords_add_product_of({ q })}
                className="px-4!"
              >
                {m.searchWords_add_product()}
              </ButtonLink>
              <Button
                variant="ghost"
                aria-label={m.searchWords_dismiss({ q })}
                title={m.searchWords_dismiss({ q })}
                aria-disabled={dismissing !== undefined || undefined}
                pending={dismissing === q}
                onClick={() => dismiss(q)}
                className="size-11 shrink-0 px-0! text-muted!"
              >
                <X className="size-5" aria-hidden />
              </Button>
            </div>
          </div>
          {open === q && (
            <SynonymForm
              word={q}
              onCancel={() => setOpen(undefined)}
              onAdded={() => {
                setOpen(undefined)
                toHeading()
                onChanged()
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
