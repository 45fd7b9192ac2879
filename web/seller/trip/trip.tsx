import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) =>
  personalMeta(
    new URLSearchParams(page.location.search).has('cash') ? m.trip_cash_title() : m.trip_title(),
    '/seller/trip',
    page,
  )

// Loaded apart: every page lists the scripts that a route itself imports.
const loadScreens = () => import('./screens.tsx')

/** A rider's trip, or with `?cash` the cash that riders have. One route, as every page names all routes. */
export default function TripScreen() {
  const TripScreens = useLazy(loadScreens, true)
  return TripScreens && <TripScreens />
}
