import { Navigate, useSearchParams } from 'react-router'
import { useMay } from '../client/role.ts'
import { MyTrip } from './my-trip.tsx'
import { RidersCash } from './riders-cash.tsx'

/** A rider's trip, or with `?cash` the cash that riders have, for those who count it. */
export default function TripScreens() {
  const [search] = useSearchParams()
  const maySeeCash = useMay('rider.cash')
  if (!search.has('cash')) return <MyTrip />
  return maySeeCash ? <RidersCash /> : <Navigate to="/seller/trip" replace />
}
