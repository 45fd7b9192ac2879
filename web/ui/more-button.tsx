import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type MoreButtonProps = {
  onClick: () => void
  /** Whether more rows are being read. */
  isReading: boolean
  children: ReactNode
}

/** The button below a list that reads its next rows. */
export function MoreButton({ onClick, isReading, children }: MoreButtonProps) {
  return (
    <div className="mt-6 grid justify-center print:hidden">
      <Button variant="outline" onClick={onClick} pending={isReading} aria-disabled={isReading || undefined}>
        {children}
      </Button>
    </div>
  )
}
