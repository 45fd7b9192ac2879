import { type MouseEvent, useRef } from 'react'
import { Link } from 'react-router'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { findCategory } from '../../../../contract/settings/shop.ts'
import { formatShortDay } from '../../../messages/format-moment.ts'
import { nameWithLanguage } from '../../../messages/local-name.ts'
import { m } from '../../../messages/messages.ts'
import { focusHeading } from '../../../page/focus-heading.ts'
import { categoryName } from '../../../product/categories.ts'
import { localizedWeight } from '../../../product/localized-weight.ts'
import { shop } from '../../../shop.ts'
import { Pencil } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { formatAmount } from '../../../ui/price.tsx'
import { Archive, Undo2 } from '../../../ui/seller-icons.tsx'
import { useMay } from '../../client/role.ts'
import { Switch } from '../../ui/switch.tsx'
import { rememberOpened } from './last-list.ts'
import { OfferPriceField, RegularPriceField } from './price-field.tsx'
import { StockField } from './stock-field.tsx'

/** The fields of a row, stacked on a phone. */
export const rowGrid = 'grid gap-1 px-1 sm:grid-cols-[7rem_4.5rem] sm:gap-2 xl:grid-cols-[7rem_7rem_4.5rem]'

type ProductRowProps = {
  product: SellerProduct
  /** The list's search, to return to. */
  list: string
  on: boolean
  onSwitch: (on: boolean) => void
  onChange: (product: SellerProduct) => void
  onArchive: (archived: boolean) => void
}

/** A product in the list: name, price, stock, switch, and actions. */
export function ProductRow({ product, list, on, onSwitch, onChange, onArchive }: ProductRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  const { name } = nameWithLanguage(product)
  const archived = product.archivedAt !== null
  const mayArchive = useMay('product.archive')
  const mayEdit = useMay('product.edit')

  /** Archives or restores. The row disappears, so the focus moves to the same button of the next row. */
  function archive(event: MouseEvent<HTMLButtonElement>) {
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    const nextButton = [...(neighbour?.querySelectorAll<HTMLElement>('[data-archive]') ?? [])].find(
      (each) => each.offsetParent,
    )
    if (document.activeElement === event.currentTarget) {
      if (nextButton) nextButton.focus({ preventScroll: true })
      else focusHeading()
    }
    onArchive(!archived)
  }

  const archiveButton = mayArchive && (
    <button
      type="button"
      data-archive
      onClick={archive}
      aria-label={archived ? m.sellerProducts_restore_of({ name }) : m.sellerProducts_archive_of({ name })}
      title={archived ? m.sellerProducts_restore_of({ name }) : m.sellerProducts_archive_of({ name })}
      className={iconClasses}
    >
      {archived ? <Undo2 className="size-5" aria-hidden /> : <Archive className="size-5" aria-hidden />}
    </button>
  )

  return (
    <tr
      ref={row}
      data-product={product._id}
      // With large letters a name has a row of its own.
      className="border-line not-last:border-b transition-colors hover:bg-sunken max-[21rem]:grid max-[21rem]:grid-cols-[minmax(0,1fr)_auto] max-[21rem]:items-center"
    >
      <th scope="row" className="py-1.5 ps-3 pe-1 text-start font-medium max-[21rem]:col-span-full lg:ps-5">
        <ProductLink product={product} list={list} />
      </th>
      <td className="px-3 py-1.5 text-muted leading-snug max-lg:hidden">{categoryLabel(product)}</td>
      <td className="py-1.5 max-[21rem]:ps-2">
        <Figures product={product} onChange={onChange} />
      </td>
      <td className="py-1.5 max-sm:pe-2 max-[21rem]:ps-2">
        <div className="grid justify-items-center gap-1">
          {archived ? (
            <span aria-hidden className="text-muted sm:block max-sm:hidden">
              –
            </span>
          ) : (
            <Switch label={m.sellerProducts_in_stock_of({ name })} on={on} onSwitch={onSwitch} />
          )}
          {on && !archived && product.stock === 0 && (
            <span className="text-center font-medium text-tomato text-xs leading-tight">
              {m.sellerProducts_sold_out()}
            </span>
          )}
          <span className="sm:hidden">{archiveButton}</span>
        </div>
      </td>
      <td className="py-1.5 pe-1 max-sm:hidden lg:pe-3">
        <span className="flex justify-end">
          {mayEdit && (
            <Link
              to={editPath(product)}
              state={{ list }}
              onClick={() => rememberOpened(product._id)}
              aria-label={m.sellerProducts_edit_of({ name })}
              title={m.sellerProducts_edit_of({ name })}
              className={iconClasses}
            >
              <Pencil className="size-5" aria-hidden />
            </Link>
          )}
          {archiveButton}
        </span>
      </td>
    </tr>
  )
}

const iconClasses =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-leaf-soft hover:text-leaf-deep'

const editPath = ({ _id }: SellerProduct) => `/seller/products/${_id}`

/** Returns the name of a product's category; its stored path if the shop no longer has it. */
function categoryLabel({ category }: SellerProduct): string {
  const found = findCategory(shop, category)
  return found ? categoryName(found) : category
}

/** Picture, name and weight; for those who may edit it, as a link to the product's form. */
function ProductLink({ product, list }: Pick<ProductRowProps, 'product' | 'list'>) {
  const { name, lang } = nameWithLanguage(product)
  const weight = product.Weight === undefined ? undefined : localizedWeight(product.Weight)
  const mayEdit = useMay('product.edit')
  const content = (
    <>
      <Picture
        image={product.image[0]}
        sizes="56px"
        className="size-8 shrink-0 overflow-hidden rounded-tile border border-line sm:size-12 lg:size-14"
      />
      <span className="min-w-0">
        <span className="line-clamp-2 max-lg:text-sm" lang={lang} title={name}>
          {name}
        </span>
        <span className="block truncate font-normal text-muted text-xs lg:text-sm">
          {weight && <span lang={weight.weightLang}>{weight.Weight}</span>}
          <span className="lg:hidden">
            {weight && ' · '}
            {categoryLabel(product)}
          </span>
        </span>
      </span>
    </>
  )
  const classes = 'flex min-h-11 items-center gap-2 leading-snug sm:gap-2.5 lg:gap-4'
  if (!mayEdit) return <span className={classes}>{content}</span>
  return (
    <Link
      to={editPath(product)}
      state={{ list }}
      onClick={() => rememberOpened(product._id)}
      className={`${classes} hover:text-leaf-deep hover:underline`}
    >
      {content}
    </Link>
  )
}

/** Whether shoppers see the regular price, in a shop that shows only prices at which the product was sold. */
function StruckNote({ product: { price, offerPrice, struckUntil } }: Pick<ProductRowProps, 'product'>) {
  if (shop.struckPrices !== 'asked' || price === offerPrice) return null
  return (
    <span className="block text-center text-muted text-xs leading-tight" title={m.sellerProducts_price_asked()}>
      {struckUntil
        ? m.sellerProducts_struck_until({ day: formatShortDay(struckUntil) })
        : m.sellerProducts_not_struck()}
    </span>
  )
}

/** The prices, for those who may not change them. */
function Prices({ product }: Pick<ProductRowProps, 'product'>) {
  return (
    <>
      <span className="figures grid min-h-11 items-center">{formatAmount(product.offerPrice)}</span>
      <span className="figures grid min-h-11 items-center text-muted max-xl:hidden">{formatAmount(product.price)}</span>
    </>
  )
}

/** The fields edited in the list: prices and stock. */
function Figures({ product, onChange }: Pick<ProductRowProps, 'product' | 'onChange'>) {
  const { name } = nameWithLanguage(product)
  const mayPrice = useMay('product.price')
  return (
    <div className={rowGrid}>
      {mayPrice ? (
        <>
          <div className="relative">
            <span className="sr-only">{formatAmount(product.offerPrice)}</span>
            <span
              aria-hidden
              className="figures pointer-events-none absolute inset-y-0 start-2.5 grid h-11 items-center text-muted"
            >
              {shop.currency.symbol}
            </span>
            <OfferPriceField product={product} name={name} onChange={onChange} />
          </div>
          <div className="max-xl:hidden">
            <RegularPriceField product={product} name={name} onChange={onChange} />
            <StruckNote product={product} />
          </div>
        </>
      ) : (
        <Prices product={product} />
      )}
      <div>
        {product.archivedAt === null ? (
          <StockField product={product} name={name} onChange={onChange} />
        ) : (
          <span aria-hidden className="block text-center text-muted">
            –
          </span>
        )}
      </div>
    </div>
  )
}
