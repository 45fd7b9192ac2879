import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A screen is drawn in one go: in slices, with frames in between, it comes later. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  )
})

// By the first press the page is there, and somebody means to go on.
for (const press of ['pointerdown', 'keydown'])
  addEventListener(press, () => void import('./shell/preload-screens.ts').catch(() => {}), { once: true })
