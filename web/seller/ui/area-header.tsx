import type { ReactNode } from 'react'
import { useSession } from '../../client/session.ts'
import { ConnectionBanner } from '../../page/connection-banner.tsx'
import { LanguageSwitch } from '../../page/language-switch.tsx'
import { Logo, logoRoom } from '../../page/logo.tsx'
import { startOf } from '../client/role.ts'

/** The header of the seller's screens. */
export function AreaHeader({ children }: { children?: ReactNode }) {
  const { role } = useSession()
  const start = role ? startOf(role) : '/seller'
  return (
    <>
      <header className="sticky top-0 z-40 border-line border-b bg-surface max-[16rem]:static print:hidden">
        <div className="mx-auto flex min-h-16 w-full max-w-7xl flex-wrap items-center gap-2 px-4 min-[20rem]:flex-nowrap sm:gap-4 md:px-6">
          <div className={`flex ${logoRoom()}`}>
            {/* Pickers and riders have no menu in the shop: their home is the first screen of their work. */}
            <Logo to={start === '/seller' ? '/' : start} />
          </div>
          <div className="ms-auto flex min-w-0 items-center gap-1 sm:gap-3">
            <LanguageSwitch className="grid min-h-11 min-w-11 place-items-center rounded-full px-2 font-medium text-muted hover:bg-sunken hover:text-ink" />
            {children}
          </div>
        </div>
      </header>
      <ConnectionBanner below="top-16" />
    </>
  )
}
