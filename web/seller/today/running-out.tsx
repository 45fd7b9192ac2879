import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { SellerProduct } from '../../../contract/entities/product.ts'
import type { Today } from '../../../contract/entities/today.ts'
import { cappedCount } from '../../../contract/values/capped-count.ts'
import { nameWithLanguage } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { ProductSize } from '../../product/product-size.tsx'
import { Badge, type BadgeVariant } from '../../ui/badge.tsx'
import { ChevronRight } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { PackageCheck } from '../../ui/seller-icons.tsx'

/** Products shown at first. */
const namedAtFirst = 3

type RunningOutProps = {
  title: string
  list: Today['outOfStock']
  /** The text for an empty list. */
  none: string
  variant: BadgeVariant
  /** The query of the product list with all of them. */
  all?: string
}

/** Products with few or no pieces left. */
export function RunningOut({ title, list, none, variant, all }: RunningOutProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const shown = open ? list.products : list.products.slice(0, namedAtFirst)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        {title}
        <Badge variant={list.count > 0 ? variant : 'plain'}>{cappedCount(list.count)}</Badge>
      </h2>
      {list.count === 0 && (
        <p className="mt-1 flex items-center gap-2 text-muted">
          <PackageCheck className="size-5 shrink-0 text-leaf" aria-hidden />
          {none}
        </p>
      )}
      <ul className="mt-1">
        {shown.map((product) => (
          <li key={product._id}>
            <ProductLine product={product} />
          </li>
        ))}
      </ul>
      {list.count > shown.length && all !== undefined ? (
        <More to={`/seller/product-list${all}`}>{m.today_all({ count: cappedCount(list.count) })}</More>
      ) : (
        shown.length < list.products.length && (
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="inline-flex min-h-11 items-center font-medium text-leaf-deep underline-offset-4 hover:underline"
          >
            {m.today_more({ count: list.products.length - shown.length })}
          </button>
        )
      )}
    </section>
  )
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-medium text-leaf-deep underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

function ProductLine({ product }: { product: SellerProduct }) {
  const { name, lang } = nameWithLanguage(product)
  return (
    <Link
      to={`/seller/products/${product._id}`}
      className="-mx-2 flex min-h-11 items-center gap-3 rounded-tile px-2 py-1 hover:bg-sunken"
    >
      <Picture
        image={product.image[0]}
        sizes="36px"
        className="size-9 shrink-0 overflow-hidden rounded-[0.5rem] border border-line"
      />
      <span className="wrap-anywhere min-w-0 grow leading-snug">
        <span lang={lang}>{name}</span>
        <ProductSize size={product.Weight} />
      </span>
      <span className="figures shrink-0 text-muted text-sm max-[16rem]:shrink">
        {m.today_pieces({ count: product.stock ?? 0 })}
      </span>
      <ChevronRight className="size-4 shrink-0 text-muted max-[16rem]:hidden" aria-hidden />
    </Link>
  )
}
