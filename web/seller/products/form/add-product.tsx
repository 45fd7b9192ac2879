import { useState } from 'react'
import { Link, type MetaFunction, useLocation } from 'react-router'
import type { Product } from '../../../../contract/entities/product.ts'
import { nameWithLanguage } from '../../../messages/local-name.ts'
import { m } from '../../../messages/messages.ts'
import { personalMeta } from '../../../page/personal-meta.ts'
import { productPath } from '../../../product/product-path.ts'
import { ProductSize } from '../../../product/product-size.tsx'
import { CircleCheck } from '../../../ui/icons.tsx'
import { rereadProblems } from '../../area/shop-problems.tsx'
import { draftFields, draftOf, type ProductDraft } from '../draft/product-draft.ts'
import { findDraft } from '../draft/stored-draft.ts'
import { ProductForm } from './product-form.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.seller_add_title(), '/seller', page)

export default function AddProductScreen() {
  const [added, setAdded] = useState<Product>()
  const { key, state } = useLocation()
  const named = nameOfSearch(state)
  const draft = copyOf(state) ?? (named === undefined ? undefined : draftOfSearch(named))
  const copy = draft && { key, draft }
  return (
    <div className="max-w-3xl">
      <h1 tabIndex={-1} className="display-2 mb-5">
        {m.seller_add_title()}
      </h1>
      {added && <Added product={added} />}
      {copy && !added && (
        <div className="mb-4 flex flex-wrap items-center gap-x-5 rounded-tile bg-leaf-soft px-4 py-1">
          <p className="py-1.5">{named ? m.searchWords_product_searched({ q: named }) : m.sellerProducts_copied()}</p>
          {findDraft('new') && (
            <Link to="/seller" className={`${linkClasses} text-leaf-deep underline`}>
              {m.sellerProducts_copied_draft()}
            </Link>
          )}
        </div>
      )}
      <ProductForm
        key={copy ? key : ''}
        copy={copy}
        onSaved={(product) => {
          setAdded(product)
          // A shop without products says so above every screen.
          rereadProblems()
        }}
      />
    </div>
  )
}

/** Returns the initial values of a copy, as that product's screen passed them in the navigation state. */
function copyOf(state: unknown): ProductDraft | undefined {
  const copy = typeof state === 'object' && state !== null && 'copy' in state ? state.copy : undefined
  if (typeof copy !== 'object' || copy === null) return undefined
  const fields = copy as Record<string, unknown>
  return Object.fromEntries(draftFields.map((name) => [name, String(fields[name] ?? '')])) as ProductDraft
}

/** Returns the search that found nothing, for which a product is to be added. */
function nameOfSearch(state: unknown): string | undefined {
  const named = typeof state === 'object' && state !== null && 'named' in state ? state.named : undefined
  return typeof named === 'string' && named !== '' ? named : undefined
}

function draftOfSearch(q: string): ProductDraft {
  return { ...draftOf(undefined), [/[\u0e00-\u0e7f]/.test(q) ? 'nameTh' : 'name']: q }
}

/** Links to the product that was added last. */
function Added({ product }: { product: Product }) {
  const { name, lang } = nameWithLanguage(product)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 rounded-tile bg-leaf-soft px-4 py-1 text-leaf-deep">
      <p className="flex min-w-0 grow gap-2 py-1.5">
        <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden />
        <span className="min-w-0">
          {m.sellerProducts_added_last()}{' '}
          <strong lang={lang} className="font-semibold">
            {name}
          </strong>
          <ProductSize size={product.Weight} />
        </span>
      </p>
      <Link to={`/seller/products/${product._id}`} className={linkClasses}>
        {m.sellerProducts_added_edit()}
      </Link>
      <Link to={productPath(product)} className={linkClasses}>
        {m.sellerProducts_see_in_shop()}
      </Link>
    </div>
  )
}

const linkClasses = 'inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline'
