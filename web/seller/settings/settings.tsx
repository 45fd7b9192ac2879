import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.settings_title(), '/seller/settings', page)

const loadSections = () => import('./sections.tsx')

/** The owner's settings. */
export default function SettingsScreen() {
  return <LazyScreen heading={m.settings_title()} load={loadSections} />
}
