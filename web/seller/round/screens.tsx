import { useSearchParams } from 'react-router'
import { MyRound } from './my-round.tsx'
import { RidersCash } from './riders-cash.tsx'

/** A rider's round, or with `?cash` the cash that riders have. */
export default function Screens() {
  const [search] = useSearchParams()
  return search.has('cash') ? <RidersCash /> : <MyRound />
}
