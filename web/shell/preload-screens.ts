/*
 * The scripts of the screens and windows that somebody may go to, fetched while nothing else is going on, so that a link
 * also leads on when the connection is gone by then. Run once, at the first sign of use (entry.client.tsx).
 */

type Manifest = { routes: Record<string, { module: string; imports?: string[] }> }

// Safari has no idle callback.
const whenIdle = window.requestIdleCallback ?? setTimeout
whenIdle(preload)

function preload() {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest
  const atWork = window.location.pathname.startsWith('/seller')
  const scripts = Object.entries(routes)
    .filter(([id]) => id.startsWith('seller/') === atWork)
    .flatMap(([, { module, imports = [] }]) => [module, ...imports])
  for (const href of new Set(scripts)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.fetchPriority = 'low'
    link.href = href
    document.head.append(link)
  }
  if (atWork) return
  // One that doesn't come now is asked for again when it is wanted.
  import('../accounts/login-dialog.tsx').catch(() => {})
  import('./mobile-menu.tsx').catch(() => {})
  import('./category-sheet.tsx').catch(() => {})
}

export {}
