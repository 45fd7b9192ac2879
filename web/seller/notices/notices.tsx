import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) => personalMeta(m.notices_title(), '/seller/notices', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadSections = () => import('./sections.tsx')

/** What the shop tells its staff, and where. */
export default function NoticesScreen() {
  const NoticesSections = useLazy(loadSections, true)
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4">
        {m.notices_title()}
      </h1>
      {NoticesSections && <NoticesSections />}
    </>
  )
}
