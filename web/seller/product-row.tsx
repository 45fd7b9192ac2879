import { Archive, Pencil, Undo2 } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Link } from 'react-router'
import type { SellerProduct } from '../../contract/entities.ts'
import { findCategory } from '../../contract/shop.ts'
import { shop } from '../../shop.config.ts'
import { categoryName } from '../catalog/categories.ts'
import { nameOf } from '../catalog/product-words.ts'
import { m } from '../messages/messages.ts'
import { Picture } from '../ui/picture.tsx'
import { money } from '../ui/price.tsx'
import { CountField } from './count-field.tsx'
import { StockSwitch } from './stock-switch.tsx'

type ProductRowProps = {
  product: SellerProduct
  /** The list's search, to come back to. */
  list: string
  on: boolean
  onSwitch: (on: boolean) => void
  onChange: (product: SellerProduct) => void
  onArchive: (archived: boolean) => void
}

/** A product in the list of them all: what it is, whether it is sold and how many there are, and what can be done with it. */
export function ProductRow({ product, list, on, onSwitch, onChange, onArchive }: ProductRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  const { name, lang } = nameOf(product)
  const category = findCategory(shop, product.category)
  const categoryWords = category ? categoryName(category) : product.category
  const archived = product.archivedAt !== null
  const edit = `/seller/products/${product._id}`

  /** The row goes, and the focus with it: it moves to the same button of the next one. */
  function archive(event: MouseEvent<HTMLButtonElement>) {
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    const heir =
      neighbour?.querySelector<HTMLElement>('[data-archive]') ?? document.querySelector<HTMLElement>('main h1')
    if (document.activeElement === event.currentTarget) heir?.focus({ preventScroll: true })
    onArchive(!archived)
  }

  return (
    <tr ref={row} className="border-line not-last:border-b transition-colors hover:bg-sunken">
      <th scope="row" className="py-1.5 ps-3 pe-1 text-start font-medium lg:ps-5">
        <Link
          to={edit}
          state={{ list }}
          className="flex min-h-11 items-center gap-2.5 leading-snug hover:text-leaf-deep hover:underline lg:gap-4"
        >
          <Picture
            image={product.image[0]}
            sizes="56px"
            className="size-10 shrink-0 overflow-hidden rounded-tile border border-line max-[22rem]:size-8 sm:size-12 lg:size-14"
          />
          <span className="min-w-0">
            <span className="line-clamp-2 max-lg:text-sm" lang={lang} title={name}>
              {name}
            </span>
            <span className="block font-normal text-muted text-xs lg:hidden">{categoryWords}</span>
          </span>
        </Link>
      </th>
      <td className="px-3 py-1.5 text-muted leading-snug max-lg:hidden">{categoryWords}</td>
      <td className="figures px-2 py-1.5 text-end max-sm:hidden lg:px-3">{money(product.offerPrice)}</td>
      <td className="py-1.5">
        {archived ? (
          <span aria-hidden className="block text-center text-muted">
            –
          </span>
        ) : (
          <div className="mx-auto grid w-19 justify-items-center gap-1 sm:mx-0 sm:w-auto sm:grid-cols-[3.25rem_4.5rem] sm:items-center sm:gap-2 sm:ps-2 lg:grid-cols-[3.25rem_5.5rem]">
            <StockSwitch label={m.seller_in_stock_of({ name })} on={on} onSwitch={onSwitch} />
            <div className="w-full">
              <CountField product={product} name={name} onChange={onChange} />
            </div>
            {on && product.stock === 0 && (
              <span className="text-center font-medium text-tomato text-xs sm:col-span-2 sm:w-full">
                {m.seller_sold_out()}
              </span>
            )}
          </div>
        )}
      </td>
      <td className="py-1.5 pe-1 lg:pe-3">
        <span className="flex justify-end max-sm:flex-col max-sm:items-end">
          <Link
            to={edit}
            state={{ list }}
            aria-label={m.seller_edit_of({ name })}
            title={m.seller_edit_of({ name })}
            className={iconClasses}
          >
            <Pencil className="size-5" aria-hidden />
          </Link>
          <button
            type="button"
            data-archive
            onClick={archive}
            aria-label={archived ? m.seller_restore_of({ name }) : m.seller_archive_of({ name })}
            title={archived ? m.seller_restore_of({ name }) : m.seller_archive_of({ name })}
            className={iconClasses}
          >
            {archived ? <Undo2 className="size-5" aria-hidden /> : <Archive className="size-5" aria-hidden />}
          </button>
        </span>
      </td>
    </tr>
  )
}

const iconClasses =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-leaf-soft hover:text-leaf-deep'
