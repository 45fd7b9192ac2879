import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from './paraglide/runtime.js'

// The server chose the language of this page and set it as the document's.
overwriteGetLocale(() => (document.documentElement.lang === 'th' ? 'th' : 'en'))

// In a script of its own, which the page's first paint doesn't need.
import('./ui/second-taps.ts').then(({ stopSecondTaps }) => stopSecondTaps(window)).catch(() => {})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A screen renders at once: in time slices it would appear later. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  )
})

// At the first sign of use, so that a link followed afterwards works without a connection too. Until then the browser's
// own error page reports a lost one.
const preload = () => void import('./shell/preload-screens.ts').catch(() => {})
for (const use of ['pointermove', 'pointerdown', 'scroll', 'keydown']) addEventListener(use, preload, { once: true })
