import type { ReactNode } from 'react'
import { type ReadHandle, useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { NotFoundList } from './not-found-list.tsx'
import { SynonymList } from './synonym-list.tsx'

/** Both lists of the screen of searches. */
export default function WordLists() {
  const notFound = useRead('not-found', (signal) => sellerApi.search.notFound(undefined, { signal }))
  const synonyms = useRead('synonyms', (signal) => sellerApi.search.synonyms(undefined, { signal }))
  // A synonym for a search takes it off the other list.
  function changed() {
    notFound.changed()
    synonyms.changed()
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Part title={m.searchWords_not_found()} hint={m.searchWords_not_found_hint()} read={notFound}>
        {({ searches }) => <NotFoundList searches={searches} onChanged={changed} />}
      </Part>
      <Part title={m.searchWords_synonyms()} hint={m.searchWords_synonyms_hint()} read={synonyms}>
        {(data) => <SynonymList synonyms={data.synonyms} onChanged={changed} />}
      </Part>
    </div>
  )
}

/** One of the lists with its title. */
function Part<Data>({
  title,
  hint,
  read,
  children,
}: {
  title: string
  hint: string
  read: ReadHandle<Data>
  children: (data: Data) => ReactNode
}) {
  return (
    <Card>
      <section aria-label={title} className="p-4 sm:p-6">
        <h2 tabIndex={-1} className="font-bold text-xl outline-none">
          {title}
        </h2>
        <p className="mb-4 text-muted">{hint}</p>
        <ReadResult
          read={read}
          failedTitle={m.searchWords_failed()}
          skeleton={
            <div role="status" className="grid gap-3">
              <span className="sr-only">{m.ui_loading()}</span>
              <Skeleton className="h-16 w-full rounded-tile" />
              <Skeleton className="h-16 w-full rounded-tile" />
            </div>
          }
        >
          {children}
        </ReadResult>
      </section>
    </Card>
  )
}
