import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from './paraglide/runtime.js'

// The server decided the language of this page and wrote it on the page.
overwriteGetLocale(() => (document.documentElement.lang === 'th' ? 'th' : 'en'))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A screen is drawn in one go: in slices, with frames in between, it comes later. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  )
})

// With the first sign of use, so that a link followed afterwards opens without the connection, too. Until then it is the
// browser that tells of a lost one.
const preload = () => void import('./shell/preload-screens.ts').catch(() => {})
for (const use of ['pointermove', 'pointerdown', 'scroll', 'keydown']) addEventListener(use, preload, { once: true })
