import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) => personalMeta(m.money_money_title(), '/seller/money', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadOpenMoney = () => import('./open-money.tsx')

export default function MoneyScreen() {
  const OpenMoney = useLazy(loadOpenMoney, true)
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4">
        {m.money_money_title()}
      </h1>
      {OpenMoney && <OpenMoney />}
    </>
  )
}
