import type { ReactNode } from 'react'
import type { Read } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type ReadResultProps<Data> = {
  read: Pick<Read<Data>, 'failure' | 'loading' | 'again'> & { data?: Data | undefined }
  /** The title if the data can't be read. */
  failedTitle: string
  /** Its heading's level; undefined if the title isn't a heading. */
  heading?: 'h2' | 'h3' | undefined
  /** What is shown until the data is there. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows what a screen has read, or why it couldn't, with a button to read again. */
export function ReadResult<Data>({ read, failedTitle, heading, skeleton, children }: ReadResultProps<Data>) {
  const { data, failure, loading, again } = read
  if (data !== undefined) return children(data)
  if (failure === undefined || loading) return skeleton
  return (
    <EmptyState
      heading={heading}
      title={failedTitle}
      action={<Button onClick={() => again()}>{m.seller_again()}</Button>}
    >
      {failure}
    </EmptyState>
  )
}
