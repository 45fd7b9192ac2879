/*
 * Preloads the scripts of other screens and dialogs while the browser is idle, so that links work even if the
 * connection is lost by then. Runs once, at the first user input (entry.client.tsx).
 */

import { canTakePromptPay } from '../../contract/payments/payment-methods.ts'
import { shop } from '../shop.ts'
import { isSellerPath } from './seller-path.ts'

type Manifest = { routes: Record<string, { module: string; imports?: string[] }> }

// Safari has no idle callback.
const whenIdle = window.requestIdleCallback ?? setTimeout
whenIdle(preload)

function preload() {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest
  const isSellerArea = isSellerPath(window.location.pathname)
  const scripts = Object.entries(routes)
    .filter(([id]) => id.startsWith('seller/') === isSellerArea)
    // Only a shop that sells in baht can be paid by PromptPay.
    .filter(([id]) => id !== 'checkout/paying/promptpay' || canTakePromptPay(shop))
    .flatMap(([, { module, imports = [] }]) => [module, ...imports])
  for (const href of new Set(scripts)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.fetchPriority = 'low'
    link.href = href
    document.head.append(link)
  }
  if (isSellerArea) return
  // A failed import is requested again when it is needed.
  import('../accounts/login-dialog.tsx').catch(() => {})
  import('./mobile-menu.tsx').catch(() => {})
  import('./category-sheet.tsx').catch(() => {})
  import('./search-panel.tsx').catch(() => {})
}
