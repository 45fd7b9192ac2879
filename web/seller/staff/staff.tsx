import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { useMay } from '../client/role.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.staff_title(), '/seller/staff', page)

const loadSections = () => import('./sections.tsx')

/** The shop's staff, for owners; and one's own sessions, for everyone. */
export default function StaffScreen() {
  const seesStaff = useMay('staff.list')
  return <LazyScreen heading={seesStaff ? m.staff_title() : m.staff_account_link()} load={loadSections} />
}
