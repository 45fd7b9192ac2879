import type { ReactNode } from 'react'
import type { ReadHandle } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type ReadResultProps<Data> = {
  read: Pick<ReadHandle<Data>, 'failure' | 'loading' | 'reload'> & { data?: Data }
  /** The title if the data can't be read. */
  failedTitle: string
  /** Its heading's level; undefined if the title isn't a heading. */
  heading?: 'h2' | 'h3'
  /** What is shown until the data is there. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows what a screen has read, or why it couldn't, with a button to read again. */
export function ReadResult<Data>({ read, failedTitle, heading, skeleton, children }: ReadResultProps<Data>) {
  const { data, failure, loading, reload } = read
  if (data !== undefined) return children(data)
  if (failure === undefined || loading) return skeleton
  return (
    <EmptyState
      heading={heading}
      title={failedTitle}
      action={<Button onClick={() => reload()}>{m.ui_try_again()}</Button>}
    >
      {failure}
    </EmptyState>
  )
}

/** A grey block in place of what is being read. `text` is for screen readers; `size` has the classes of its size. */
export function LoadingBlock({ text, size }: { text: string; size: string }) {
  return (
    <div role="status">
      <span className="sr-only">{text}</span>
      <Skeleton className={`w-full rounded-card ${size}`} />
    </div>
  )
}

type SavedSectionProps<Data> = {
  title: string
  read: ReadResultProps<Data>['read']
  /** The title if the data can't be read. */
  failed: string
  /** What screen readers hear while the data is read. */
  loading: string
  /** The classes of the size of the block that stands in for the data. */
  size: string
  className?: string
  children: (data: Data) => ReactNode
}

/** A section of a screen, with its title, that shows what it has read. */
export function SavedSection<Data>({
  title,
  read,
  failed,
  loading,
  size,
  className,
  children,
}: SavedSectionProps<Data>) {
  return (
    <section className={className}>
      <h2 className="mb-3 font-bold text-2xl">{title}</h2>
      <ReadResult read={read} heading="h3" failedTitle={failed} skeleton={<LoadingBlock text={loading} size={size} />}>
        {children}
      </ReadResult>
    </section>
  )
}
