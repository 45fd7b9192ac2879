import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) => personalMeta(m.settings_title(), '/seller/settings', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadSections = () => import('./sections.tsx')

/** The owner's settings. */
export default function SettingsScreen() {
  const SettingsSections = useLazy(loadSections, true)
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4">
        {m.settings_title()}
      </h1>
      {SettingsSections && <SettingsSections />}
    </>
  )
}
