import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.reports_title(), '/seller/reports', page)

const loadReport = () => import('./sales-report.tsx')

/** The owner's reports. */
export default function ReportsScreen() {
  return <LazyScreen heading={m.reports_title()} load={loadReport} />
}
