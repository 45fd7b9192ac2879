import type { ReactNode } from 'react'

export type BadgeVariant = 'offer' | 'leaf' | 'plain' | 'low' | 'warning'

const variants: Record<BadgeVariant, string> = {
  offer: 'bg-mango text-on-mango',
  leaf: 'bg-leaf text-on-leaf',
  plain: 'bg-surface text-ink border border-line',
  low: 'bg-mango-soft text-ink',
  warning: 'bg-tomato-soft text-tomato',
}

/** A short label in a pill. */
export function Badge({
  variant = 'plain',
  className = '',
  children,
}: {
  variant?: BadgeVariant
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={`figures inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 py-0.5 font-semibold text-xs leading-snug ${variants[variant]} ${className}`}
    >
      {children}
    </span>
  )
}
