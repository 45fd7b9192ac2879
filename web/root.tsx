import latin from '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2?url'
import thai from '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { isLanguage } from '../contract/values/languages.ts'
import type { Route } from './+types/root.ts'
import { getLocale } from './messages/messages.ts'
import { shopName } from './messages/shop-name.ts'
import { FailureScreen } from './page/failure-screen.tsx'
import { keepLanguage } from './page/language-switch.tsx'
import { replayEarlyPresses } from './shell/early-presses.ts'
import icon from './shell/icon.svg?url'
import { Shell } from './shell/shell.tsx'
import { settingsId, settingsText } from './shop.ts'
import tokens from './tokens.css?url'

export const links: LinksFunction = () => [{ rel: 'icon', type: 'image/svg+xml', href: icon }]

export function meta() {
  return [{ title: shopName() }]
}

/** Loads the public origin, for the pages' canonical URLs. */
export function loader({ request }: Route.LoaderArgs) {
  return { origin: new URL(request.url).origin }
}

/** Never revalidated: it doesn't change while the page is open. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={getLocale()}>
      <head>
        <meta charSet="utf-8" />
        <script type="application/json" id={settingsId}>
          {settingsText}
        </script>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* With a precedence it comes before everything else that the page loads. */}
        <link rel="stylesheet" href={tokens} precedence="tokens" />
        {(getLocale() === 'th' ? [thai, latin] : [latin]).map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1712" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(replayEarlyPresses, [])
  useEffect(() => {
    // The URL named a language: save it, since the next URLs don't.
    const asked = new URLSearchParams(window.location.search).get('lang')
    if (isLanguage(asked)) keepLanguage(asked)
  }, [])
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <FailureScreen error={error} />
    </Shell>
  )
}
