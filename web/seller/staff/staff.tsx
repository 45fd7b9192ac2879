import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'
import { useMay } from '../client/role.ts'

export const meta: MetaFunction = (page) => personalMeta(m.staff_title(), '/seller/staff', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadSections = () => import('./sections.tsx')

/** The shop's staff, for owners; and one's own sessions, for everyone. */
export default function StaffScreen() {
  const StaffSections = useLazy(loadSections, true)
  const seesStaff = useMay('staff.list')
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4">
        {seesStaff ? m.staff_title() : m.staff_account_link()}
      </h1>
      {StaffSections && <StaffSections />}
    </>
  )
}
