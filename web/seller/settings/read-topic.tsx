import type { ReactNode } from 'react'
import type { ReadFailure, ReadSuccess } from '../../client/reader.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { LoadingBlock, ReadResult } from '../ui/read-result.tsx'

type ReadTopicProps<Reply> = {
  /** The topic's name among those that are read. */
  name: string
  call: (input: undefined, options: { signal: AbortSignal }) => Promise<Reply>
  /** The classes of the size of the block that stands in for the settings. */
  size: string
  children: (saved: Extract<Reply, ReadSuccess>, reload: () => void) => ReactNode
}

/** Reads a topic of the settings, and shows it, or why it couldn't be read. */
export function ReadTopic<Reply extends ReadSuccess | ReadFailure>({
  name,
  call,
  size,
  children,
}: ReadTopicProps<Reply>) {
  const read = useRead(name, (signal) => call(undefined, { signal }))
  return (
    <ReadResult
      read={read}
      heading="h2"
      failedTitle={m.settings_failed()}
      skeleton={<LoadingBlock text={m.settings_loading()} size={size} />}
    >
      {(saved) => children(saved, read.reload)}
    </ReadResult>
  )
}
