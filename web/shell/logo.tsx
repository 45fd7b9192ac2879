import { Link } from 'react-router'
import { shop } from '../../shop.config.ts'

/** The shop's name in both scripts; leads home. */
export function Logo({ dark = false }: { dark?: boolean }) {
  return (
    <Link to="/" className="inline-flex min-h-11 items-baseline gap-1.5 self-center whitespace-nowrap pt-1">
      <span lang="en" className={`font-bold text-2xl tracking-tight ${dark ? 'text-on-forest' : 'text-leaf-deep'}`}>
        {shop.name}
      </span>
      <span lang="th" className={`text-base ${dark ? 'text-on-forest-muted' : 'text-muted'}`}>
        {shop.nameTh}
      </span>
    </Link>
  )
}
