import type { ReactNode } from 'react'

type EmptyStateProps = {
  /** The URL of a transparent picture from web/pictures. */
  picture?: string
  title: ReactNode
  children?: ReactNode
  /** The next step, usually a ButtonLink. */
  action?: ReactNode
  /** The heading's level; undefined if the title isn't a heading. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** The content of an empty list or screen: an explanation, and what to do next. */
export function EmptyState({ picture, title, children, action, heading: Heading }: EmptyStateProps) {
  const Title = Heading ?? 'p'
  return (
    <div className="mx-auto grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-center gap-3 px-4 py-10 text-center">
      {picture && (
        <div className="mb-2 grid size-36 max-w-full place-items-center rounded-full bg-vegetables">
          <img src={picture} alt="" width={256} height={256} className="size-24" />
        </div>
      )}
      <Title className="font-bold text-xl" tabIndex={Heading === 'h1' ? -1 : undefined}>
        {title}
      </Title>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
