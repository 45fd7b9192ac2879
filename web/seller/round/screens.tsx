import { Navigate, useSearchParams } from 'react-router'
import { useMay } from '../client/role.ts'
import { MyRound } from './my-round.tsx'
import { RidersCash } from './riders-cash.tsx'

/** A rider's round, or with `?cash` the cash that riders have, for those who count it. */
export default function RoundScreens() {
  const [search] = useSearchParams()
  const maySeeCash = useMay('rider.cash')
  if (!search.has('cash')) return <MyRound />
  return maySeeCash ? <RidersCash /> : <Navigate to="/seller/round" replace />
}
