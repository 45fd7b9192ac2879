import type { LaunchOptions } from '@playwright/test'

/**
 * Chromium features that the tests turn off. This list replaces Playwright's own, whose entries that affect a page are
 * the first five. The last four would start two renderers for the address bar of each window, and one for a page that
 * may be opened next: a quarter of the browser's CPU time.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'DestroyProfileOnBrowserClose',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]
/** Returns how Playwright starts the browser at a path; its own if there is no path. */
export const launchOptions = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
})
