import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) => personalMeta(m.promotions_title(), '/seller/promotions', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadPromotions = () => import('./manage-promotions.tsx')

export default function PromotionsScreen() {
  const Promotions = useLazy(loadPromotions, true)
  return Promotions && <Promotions />
}
