import type { ComponentType } from 'react'
import { useLazy } from '../../page/lazy.tsx'

type LazyScreenProps = {
  heading: string
  intro?: string
  /** Loads the screen's content. It is loaded apart, as every page lists the scripts that a route itself imports. */
  load: () => Promise<{ default: ComponentType }>
}

/** A screen of the seller's area: its heading, and its content once that is loaded. */
export function LazyScreen({ heading, intro, load }: LazyScreenProps) {
  const Content = useLazy(load, true)
  return (
    <>
      <h1 tabIndex={-1} className={intro ? 'display-2 mb-1' : 'display-2 mb-4'}>
        {heading}
      </h1>
      {intro && <p className="mb-5 max-w-3xl text-muted">{intro}</p>}
      {Content && <Content />}
    </>
  )
}
