import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.money_title(), '/seller/money', page)

const loadOpenMoney = () => import('./open-money.tsx')

/** What is still to be paid out or received. */
export default function MoneyScreen() {
  return <LazyScreen heading={m.money_title()} load={loadOpenMoney} />
}
