import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'soft' | 'outline' | 'ghost' | 'danger' | 'plate' | 'plate-light'
export type ButtonSize = 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-leaf text-on-leaf hover:bg-leaf-strong active:bg-leaf-deep',
  soft: 'bg-leaf-soft text-leaf-deep hover:bg-[color-mix(in_srgb,var(--color-leaf-soft),var(--color-leaf)_12%)]',
  outline: 'border border-edge bg-surface text-ink hover:border-leaf hover:text-leaf-deep',
  ghost: 'text-leaf-deep hover:bg-leaf-soft',
  danger: 'bg-tomato-soft text-tomato hover:bg-[color-mix(in_srgb,var(--color-tomato-soft),var(--color-tomato)_12%)]',
  // On plates, which stay light in the dark.
  plate: 'bg-plate-leaf text-white hover:bg-plate-leaf-deep',
  'plate-light': 'bg-white text-plate-ink shadow-card',
}

const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-5 py-1.5 text-base',
  large: 'min-h-13 px-7 py-2.5 text-lg',
}

/** Returns the classes of a button, for other elements that look like one. */
export function buttonClasses(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  return `relative inline-flex items-center justify-center gap-2 rounded-full text-center leading-snug font-semibold transition-colors select-none aria-disabled:opacity-60 disabled:opacity-60 forced-colors:border ${variants[variant]} ${sizes[size]}`
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner. The button keeps its size, its name and the focus. */
  pending?: boolean
}

/** A button. While its action is pending use `aria-disabled`, not `disabled`, so that it keeps the focus. */
export function Button({ variant, size, pending = false, className = '', children, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={pending || undefined}
      {...button}
      className={`${buttonClasses(variant, size)} ${pending ? '' : 'aria-busy:animate-pulse'} ${className}`}
    >
      <Waiting pending={pending}>{children}</Waiting>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className = '',
  ...link
}: LinkProps & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <Link {...link} className={`${buttonClasses(variant, size)} ${className}`} />
}

function Waiting({ pending, children }: { pending: boolean; children: ReactNode }) {
  if (!pending) return children
  return (
    <>
      <span className="absolute inset-0 grid place-items-center">
        <Spinner />
      </span>
      <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
    </>
  )
}
