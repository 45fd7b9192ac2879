import { Link } from 'react-router'
import { getLocale } from '../messages/messages.ts'
import { shop } from '../shop.ts'

/**
 * Returns whether a shop's two names are too long for one line of a phone's header: "Baan Daeng Grocer ร้านบ้านแดง".
 */
export function areLongNames({ name, nameTh }: { name: string; nameTh: string }): boolean {
  return name.length + nameTh.length > 16
}

/** Returns classes for the logo in a row: a picture or a long name takes the remaining width, a short one its own. */
export function logoRoom(): string {
  return shop.logo || areLongNames(shop) ? 'min-w-0 shrink basis-28 xl:basis-52' : 'shrink-0'
}

/**
 * The shop's name in both scripts, that of the page first, as a link home. A long name has two lines: the other script
 * is on the second one, or hidden if the first script needs both. Thai marks above a hidden third line are cut off.
 */
export function Logo({ dark = false, to = '/' }: { dark?: boolean; to?: string }) {
  const names = [
    { lang: 'en', name: shop.name },
    { lang: 'th', name: shop.nameTh },
  ]
  const [first, second] = getLocale() === 'th' ? names.reverse() : names
  const main = `font-bold tracking-tight ${dark ? 'text-on-forest' : 'text-leaf-deep'}`
  const other = dark ? 'text-on-forest-muted' : 'text-muted'
  if (shop.logo)
    return (
      <Link to={to} className="min-w-0">
        <img src={shop.logo} alt={first?.name} className="h-11 max-w-full rounded-lg bg-white object-contain" />
      </Link>
    )
  if (areLongNames(shop))
    return (
      <Link to={to} className="inline-flex h-16 min-w-0 flex-col flex-wrap justify-center overflow-hidden">
        <span
          lang={first?.lang}
          className={`line-clamp-2 w-full [clip-path:inset(0_0_2px)] text-lg leading-tight md:text-base xl:text-lg ${main}`}
        >
          {first?.name}
        </span>
        <span lang={second?.lang} className={`w-full truncate text-xs leading-tight max-md:sr-only ${other}`}>
          {second?.name}
        </span>
      </Link>
    )
  return (
    <Link to={to} className="inline-flex min-h-11 items-baseline gap-1.5 self-center whitespace-nowrap pt-1">
      <span lang={first?.lang} className={`text-2xl ${main}`}>
        {first?.name}
      </span>
      <span lang={second?.lang} className={`text-base ${other}`}>
        {second?.name}
      </span>
    </Link>
  )
}
