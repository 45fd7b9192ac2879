import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) => personalMeta(m.reports_title(), '/seller/reports', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadReport = () => import('./sales-report.tsx')

/** The owner's reports. */
export default function ReportsScreen() {
  const Report = useLazy(loadReport, true)
  return (
    <>
      <h1 tabIndex={-1} className="display-2">
        {m.reports_title()}
      </h1>
      {Report && <Report />}
    </>
  )
}
